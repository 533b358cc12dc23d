"""Attacks on a server from outside, over its own address: sockets, HTTP, seats. Nothing here knows the host."""
