"""Long runs of the checks: `python -m tests.soak [check ...] [--volume N] [--seed S]`, evidence in docs/evidence.

`checks.py` says what is run and how much of it, `runner.py` runs it on several processes and goes on where it was
interrupted, `evidence.py` writes down what came out.
"""
