"""Other metrics on references that were rewritten for each system."""
