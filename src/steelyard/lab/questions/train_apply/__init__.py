"""What a metric that was learned gives to outputs."""
