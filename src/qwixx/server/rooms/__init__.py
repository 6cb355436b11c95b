"""Tables and pads with those who listen; all of them together, and what is told of all."""
