"""Damaged files and hostile arrays, by the million: what `make fuzz` throws at readers and kernels."""
