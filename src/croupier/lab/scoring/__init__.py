"""Score games: play trials, compute measures from them, and combine the measures."""
