"""How far people who judge the same agree."""
