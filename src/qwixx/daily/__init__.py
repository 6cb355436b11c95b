"""What is the same for everybody on a day: the dice of a solo game, and a puzzle (docs/daily.md)."""
