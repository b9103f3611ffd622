"""What a model chooses from lists, and whether it beats what the decoder put first."""
