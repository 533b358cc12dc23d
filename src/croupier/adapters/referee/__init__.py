"""Ask every installed poker engine about betting situations in which engines disagree.

`croupier referee` prints the answer of each engine and the rule behind each case. An adapter connects an engine; it is
one function (`engines.py`).
"""
