"""A round of attacks and faults against a live `croupier arena`, its API, its files and the compiled functions.

It was planned from the protocol page, the operations page and the rulings, without looking at the code. Each attack
names what it rests on and what must happen; `python -m tests.soak attacks-round-2` runs all of them and writes plan and
results to docs/evidence.
"""
