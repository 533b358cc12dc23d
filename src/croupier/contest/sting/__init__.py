"""Study the sting, by measuring what its decisions are worth, with fixed lines and with searching players."""
