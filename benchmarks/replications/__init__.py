"""The tables of Graham et al. 2014 and of AILE's paper, on sets that people rated."""
