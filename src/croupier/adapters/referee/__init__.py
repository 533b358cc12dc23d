"""The referee: betting situations on which poker engines disagree, put to every engine that is installed.

`croupier referee` prints who answers what, and the rule behind each case. An engine takes part through an adapter with
one function (`engines.py`).
"""
