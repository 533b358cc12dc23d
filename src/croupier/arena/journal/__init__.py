"""The arena's journal: every command that changed a table, stored before its effects are sent."""
