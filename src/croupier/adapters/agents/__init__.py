"""Seat players that were written in Python for other systems: PyPokerEngine, RLCard, OpenSpiel."""
