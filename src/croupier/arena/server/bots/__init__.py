"""Bots in seats of the arena: house bots, and bots from files, which are isolated."""
