"""The arena without input or output: tables, connections, timers. Time and messages are passed in."""
