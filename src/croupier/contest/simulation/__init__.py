"""Many hands by built-in policies: poker inside the compiled core, and any other game."""
