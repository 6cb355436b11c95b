"""Request handlers, by subject."""
