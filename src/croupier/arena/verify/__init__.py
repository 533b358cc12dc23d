"""Check from outside what an arena stored: its journal, its matches, its cash tables."""
