"""Files that other programs write: readers and writers, one format = one file."""
