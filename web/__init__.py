"""The browser client, with the Python programs that build, check and draw it and generate its data."""
