"""Rooms: aggregates with their subscribers, and the lobby of all of them."""
