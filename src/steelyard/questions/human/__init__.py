"""Which systems people prefer, from their ratings."""
