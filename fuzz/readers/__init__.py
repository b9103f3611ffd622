"""Every reader of files, examples of what it reads, and damaged ones."""
