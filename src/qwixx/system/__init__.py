"""What depends on the operating system, each thing once and for all systems: Linux, macOS and Windows."""
