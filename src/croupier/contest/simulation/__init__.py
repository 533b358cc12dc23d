"""Simulate many hands with built-in policies: poker inside the compiled core, and any other game."""
