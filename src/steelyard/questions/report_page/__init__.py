"""What a page shows beside a comparison: null distributions, agreement, buckets, segments."""
