"""Network protocols below the application: accepting, HTTP, WebSocket, and limits of addresses."""
