"""Tables kept in PostgreSQL, for as many processes as there are."""
