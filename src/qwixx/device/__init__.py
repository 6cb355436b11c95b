"""Tables on a device without a server: their host, for a web worker that runs Python."""
