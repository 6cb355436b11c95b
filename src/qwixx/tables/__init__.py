"""The authority over games and score pads: aggregates, facts, messages and views; no transport, no clock."""
