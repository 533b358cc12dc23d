"""Let agents find a table, sit down and play, through a Model Context Protocol server."""
