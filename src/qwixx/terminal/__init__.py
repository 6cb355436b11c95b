"""The terminal client ``qwixx play``, and the input and output of all commands."""
