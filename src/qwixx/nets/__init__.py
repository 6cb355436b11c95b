"""Nets that value positions, trained by self-play and read with Numba alone."""
