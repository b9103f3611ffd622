"""Riezler and Maxwell 2005: reranked systems, and what tests say of equivalent ones."""
