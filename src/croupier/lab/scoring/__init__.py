"""Scoring: trials of games, the measures computed from them, and the score."""
