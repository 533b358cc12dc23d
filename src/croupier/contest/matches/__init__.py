"""Duplicate matches: every deal from every seating, the scores, named settings, and the page of a match."""
