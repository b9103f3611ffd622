"""Single raters: their scales, their reliability, what is theirs and what the system's."""
