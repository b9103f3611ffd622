"""A metric's parameters, fitted to people's ratings."""
