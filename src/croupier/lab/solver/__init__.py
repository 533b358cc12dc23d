"""Compute exact values and equilibria of small games."""
