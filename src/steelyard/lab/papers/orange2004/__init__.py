"""Lin and Och 2004: where a metric ranks references among candidates."""
