"""Players written in Python for other systems: PyPokerEngine, RLCard, OpenSpiel."""
