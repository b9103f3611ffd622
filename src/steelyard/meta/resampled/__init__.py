"""How sure agreement with people is: resampled systems, segments, or both."""
