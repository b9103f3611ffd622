"""Word alignments: links to the words of a source, and alignments that are themselves what is judged."""
