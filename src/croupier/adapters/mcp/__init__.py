"""A Model Context Protocol server: agents find a table, sit down and play."""
