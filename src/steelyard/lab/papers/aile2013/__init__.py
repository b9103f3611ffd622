"""Echizen'ya, Araki and Hovy 2013: AILE and sentence length."""
