"""What made the score of a segment."""
