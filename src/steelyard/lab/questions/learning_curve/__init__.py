"""How scores grow with the training data, and what more of it would bring."""
