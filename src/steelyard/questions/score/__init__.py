"""Scores of systems, in sacreBLEU's dialect."""
