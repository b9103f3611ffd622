"""`steelyard board items`: what items of a board tell, and how many would do."""
