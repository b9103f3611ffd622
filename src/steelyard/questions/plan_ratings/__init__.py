"""How many ratings a difference needs, and which lines to rate next."""
