"""How often significance tests on metrics conclude what people do."""
