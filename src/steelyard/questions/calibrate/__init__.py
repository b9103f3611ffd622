"""How often tests are wrong on one's own outputs."""
