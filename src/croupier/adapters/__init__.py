"""Other people's worlds: environments, players, protocols and agents of other systems, thin over ours."""
