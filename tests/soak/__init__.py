"""A soak: people of all kinds play at a real server that is killed now and then, and nothing may be lost.

``python -m tests.soak --minutes N`` compares two histories that know nothing of each other: what clients
were told (`story`), and what the server's file holds (`disk`).
"""
