"""Breeding: operators, random games, the archive and the runs of evolution."""
