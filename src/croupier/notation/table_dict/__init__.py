"""The dicts of a table: where the blinds are, what a line of the log says, and the same hand in PHH's order."""
