MUTANTS = {}
from contextlib import nullcontext
def planted(x): return nullcontext()
