"""Scoring: games played to be measured, the measures, and the score made of them."""
