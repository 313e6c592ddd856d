"""The laws: what holds for every game, whoever wrote it. Written once, run on all installed."""
