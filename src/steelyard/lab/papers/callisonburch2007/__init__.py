"""Callison-Burch, Fordyce, Koehn, Monz and Schroeder 2007: people and metrics in the workshop of 2007."""
