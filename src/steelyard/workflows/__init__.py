"""One use case = one function: from texts to results."""
