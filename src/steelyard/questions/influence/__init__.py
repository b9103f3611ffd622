"""Which segments, documents and kinds of segment a difference of two systems hangs on."""
