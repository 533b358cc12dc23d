"""Compute equities: all boards or a sample of them, known hands or ranges, each by the fastest way for the question."""
