"""How consistently repeated source words and the terms of a glossary are translated."""
