"""Services that all requests share: the coach, replays, statistics, the list of public tables."""
