"""Betting rounds in whole chips: who may act, who may raise and to what, forced bets, and side pots."""
