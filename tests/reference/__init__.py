"""The slow second implementation of the betting rules, and the tools that hold another engine against it."""
