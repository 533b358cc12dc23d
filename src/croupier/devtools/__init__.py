"""Tools to test a server: a load generator and attack probes. Nothing here is needed to play."""
