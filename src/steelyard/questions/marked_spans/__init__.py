"""How far two campaigns, or two raters, mark the same spans of the same outputs."""
