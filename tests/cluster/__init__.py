"""Two servers share one PostgreSQL, and every table has clients on both: no failure may lose data.

``python -m tests.cluster --minutes N`` compares two independent histories: the messages that clients
received, and the rows of the database (`rows`). Players, stories and checks are those of `tests.soak`.
"""
