"""Attacks on a server from outside: over sockets, over HTTP, and from seats. The attacks use nothing of the server's
code.
"""
