"""What other processes work out: choices of bots, advice, reviews."""
