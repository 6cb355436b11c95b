"""Two servers on one PostgreSQL, and people of each table at both: whatever fails, nothing may be lost.

``python -m tests.cluster --minutes N`` compares two histories that know nothing of each other: what clients
were told, and what the database holds (`rows`). People, stories and checks are those of `tests.soak`.
"""
