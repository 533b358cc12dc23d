"""Genomes: betting card games described as data, checked, and played by one engine."""
