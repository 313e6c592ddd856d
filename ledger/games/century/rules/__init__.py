"""The rules: set-up, cards, voyages, markets, ports, and the end of a turn."""
