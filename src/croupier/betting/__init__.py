"""Betting rounds in whole chips. This package decides who may act and who may raise to what amount, takes forced bets,
and divides side pots.
"""
