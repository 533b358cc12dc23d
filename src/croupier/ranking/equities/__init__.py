"""Compute equities: all boards or a sample of them, known hands or ranges, with the fastest method for each
question."""
