"""Chiang, DeNeefe, Chan and Ng 2008: decomposability of metrics."""
