"""A table that players join, leave, pause and come back to, hand after hand (seed 004)."""
