"""Tournaments of bots with the same dice and cards for all, and ratings from them."""
