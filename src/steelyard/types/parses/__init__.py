"""What parses hold beside words and heads: constituents, and semantic roles."""
