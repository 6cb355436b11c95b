"""The close codes of WebSockets between a server and its clients."""

# The server ends, and another process may serve the table.
RESTART = 1012
# The connection cannot go on: the client is too slow, the store is unreachable, or an outcome is unknown.
TRY_AGAIN = 1013
# Too many messages that are too fast or unreadable, or too many connections.
POLICY_VIOLATION = 1008
# The table does not exist, or it cannot be used now.
NO_TABLE = 4404
UNAVAILABLE = 4503
