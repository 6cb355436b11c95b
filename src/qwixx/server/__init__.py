"""The server: a table in the browser."""
