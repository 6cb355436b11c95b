"""The server: tables and score pads over HTTP and WebSocket, with their facts in a store."""
