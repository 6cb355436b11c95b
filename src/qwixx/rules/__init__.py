"""The rules of the game: pure values and functions, nothing but the standard library."""
