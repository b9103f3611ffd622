"""The desk where files are read: what a column is called (`roles`), and which way a score goes (`directions`).

Both are asked by every reader and every command, and load no metric.
"""
