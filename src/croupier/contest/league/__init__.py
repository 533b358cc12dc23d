"""Run leagues of many bots: pairings, ratings from the results, the store, and the page of the ladder."""
