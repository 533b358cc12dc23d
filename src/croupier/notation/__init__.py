"""Hands on record: read, written, replayed. Decimals live here and nowhere else."""
