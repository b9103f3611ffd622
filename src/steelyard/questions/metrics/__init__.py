"""Which metrics, tokenizers and views there are."""
