"""HTTP endpoints, pages, and the WebSocket of a table."""
