"""Tables kept in one SQLite file, for one process."""
