"""Connections: frames, requests, who may open them, and what each may use."""
