"""What metrics are worth by criteria beside correlation: likeness to people, sets of metrics, choices that pay."""
