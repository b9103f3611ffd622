"""Metrics of n-gram precision: BLEU and its relatives."""
