"""Which of two metrics agrees better with people."""
