"""Connect croupier to other systems: environments, players, protocols and agents."""
