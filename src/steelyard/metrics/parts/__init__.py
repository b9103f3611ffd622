"""What metrics are made of: helpers, none of which is a metric."""
