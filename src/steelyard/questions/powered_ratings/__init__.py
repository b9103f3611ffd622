"""People's scores from few ratings and many predictions."""
