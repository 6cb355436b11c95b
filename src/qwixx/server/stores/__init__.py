"""Stores of facts, and the cluster of processes that share one."""
