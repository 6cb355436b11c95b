"""A soak test: players of all kinds use a real server that is killed repeatedly, and no data may be lost.

``python -m tests.soak --minutes N`` compares two independent histories: the messages that clients received
(`story`), and the content of the server's file (`disk`).
"""
