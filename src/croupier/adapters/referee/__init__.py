"""The referee: put betting situations on which poker engines disagree to every installed engine.

`croupier referee` prints who answers what, and the rule behind each case. An engine takes part through an adapter with
one function (`engines.py`).
"""
