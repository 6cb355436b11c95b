"""What goes over the wire: every message as a typed struct, values of the rules as messages."""
