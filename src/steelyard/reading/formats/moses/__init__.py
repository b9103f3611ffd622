"""What Moses writes of its candidates: one layout = one file."""
