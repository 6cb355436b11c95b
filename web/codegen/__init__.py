"""Code generation for the browser client: what it takes from Python, written into its source tree."""
