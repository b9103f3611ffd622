"""What was counted, in a file without texts."""
