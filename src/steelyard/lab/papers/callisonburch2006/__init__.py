"""Callison-Burch, Osborne and Koehn 2006: what BLEU does not see."""
