"""The table: seed 004's examples, the concrete cases, the clauses N1-N17, and what must hold of every evening."""
