"""A score pad for people with real dice or cards: its facts, its state, and the aggregate."""
