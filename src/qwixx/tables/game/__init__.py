"""A table for games: its facts, its state, and the aggregate."""
