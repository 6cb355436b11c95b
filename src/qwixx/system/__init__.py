"""Code that depends on the operating system: Linux, macOS and Windows."""
