"""Study the sting: what its decisions are worth, measured with fixed lines and with players who search."""
