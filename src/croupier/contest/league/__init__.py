"""Leagues of many bots: who plays whom, ratings from the results, the store, and the page of the ladder."""
