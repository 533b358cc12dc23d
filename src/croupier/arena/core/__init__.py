"""The arena's rules without any I/O: tables, connections, timers. The caller passes in the time and the messages."""
