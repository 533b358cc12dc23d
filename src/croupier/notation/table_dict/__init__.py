"""The dict of a table: find its blinds, read the lines of its log, and convert the hand to PHH's order of players."""
