"""Attacks on a server from outside: over sockets, over HTTP, and from seats. They use nothing of the server's code."""
