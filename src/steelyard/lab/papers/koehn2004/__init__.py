"""Koehn 2004: small test sets made of a large one."""
