"""What a signature means, and whether two scores may be compared."""
