"""A model that chooses among the candidates of lists, fitted to lists with references."""
