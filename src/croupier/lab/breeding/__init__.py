"""Breed games: operators, random games, the archive, and runs of evolution."""
