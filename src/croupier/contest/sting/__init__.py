"""A study of the sting: what its decisions are worth, by fixed lines and by players who search."""
