"""A table: its facts, its state as their replay, what is planned, what is told; no transport, no clock."""
