"""What a position is worth: networks trained by self-play, read with Numba alone."""
