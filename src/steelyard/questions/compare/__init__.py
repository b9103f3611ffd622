"""Which systems differ, how sure that is, and why one may believe it."""
