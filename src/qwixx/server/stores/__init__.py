"""Where tables are kept: what every engine promises, and the engines."""
