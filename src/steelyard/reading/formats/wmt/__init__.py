"""Test sets as WMT publishes them."""
