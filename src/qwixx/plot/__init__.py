"""Pictures of figures: what every picture shares, and that of final totals."""
