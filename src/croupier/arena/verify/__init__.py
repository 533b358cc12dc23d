"""Check what an arena stored: its journal, its matches, its cash tables. The checks do not trust the server."""
