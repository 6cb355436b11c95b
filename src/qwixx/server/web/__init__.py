"""What is answered to requests, and over WebSockets at a table."""
