"""The HTML page: templates, and what fills them."""
