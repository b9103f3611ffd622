"""Segments, documents and blocks: how much they hang together, and which ones a difference hangs on."""
