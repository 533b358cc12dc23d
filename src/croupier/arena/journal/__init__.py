"""What a server writes to disk before it shows it, and how it continues after a crash."""
