"""The arena in a world made of one seed: host, clock, network, disk and clients, with everything going wrong in turn.

    python -m tests.simulation --seed 7

plays one world and prints what happened in it; the same seed plays the same world. A violation names its seed.
"""
