"""The coach: what choices are worth and why, luck told from skill, reviews and puzzles."""
