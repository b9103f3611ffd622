"""How far metrics agree with people, and which to trust."""
