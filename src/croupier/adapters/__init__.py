"""Adapters to other systems: environments, players, protocols and agents."""
