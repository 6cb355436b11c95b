"""A score pad for people with real dice or cards: its sheets, and the authority over them."""
