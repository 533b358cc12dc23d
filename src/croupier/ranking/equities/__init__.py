"""Compute equities of known hands or ranges, over all boards or a sample, with the fastest method for each question."""
