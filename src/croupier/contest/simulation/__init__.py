"""Simulate many hands with built-in policies, in poker (inside the compiled core) and in any other game."""
