"""How much segments depend on each other."""
