"""How much segments hang together."""
