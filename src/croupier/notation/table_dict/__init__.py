"""The dicts of a table: find the blinds, read lines of the log, and put the hand in PHH's order."""
