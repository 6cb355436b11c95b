"""What the browser client is told at build time, generated from Python."""
