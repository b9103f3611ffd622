"""How Sphinx makes the site from what make_sources.py gathers. Nothing here lets a page ask another host."""

from pathlib import Path

import steelyard

project = "Steelyard"
author = "The Steelyard maintainers"
copyright = author  # noqa: A001  # Sphinx's name
version = release = steelyard.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.autosummary", "numpydoc"]
exclude_patterns = ["pages", "howto/examples"]
templates_path = [str(Path(__file__).parent / "templates")]  # autosummary looks beside the sources

nb_execution_mode = "force"  # pages that are notebooks: what they show is what they answered now
nb_execution_raise_on_error = True
nb_execution_timeout = 120
myst_heading_anchors = 4  # as GitHub gives them, which links in docs go by
autosummary_generate = True
autodoc_inherit_docstrings = False  # what every metric inherits is said once, of Metric
autodoc_typehints = "none"  # docstrings say types in words
default_role = "py:obj"  # a name in backticks is a link where it is public, else code
suppress_warnings = ["ref.python"]  # a method that several classes have, named without one
numpydoc_show_class_members = False

html_theme = "pydata_sphinx_theme"
html_context = {"default_mode": "auto"}  # light or dark, as the reader's system is
html_title = "Steelyard"
html_static_path = ["static"]
html_extra_path = ["../../build/site-source/pages"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sourcelink = False
html_sidebars = {"index": [], "gallery/*": [], "reference/python/names/*": []}
html_theme_options = {
    "logo": {"text": "Steelyard"},
    "navbar_align": "left",
    "navbar_persistent": ["search-button"],
    "footer_start": ["copyright"],
    "footer_end": ["theme-version"],
    "header_links_before_dropdown": 7,
    "collapse_navigation": True,  # else every page lists all pages of its section
    "navigation_depth": 3,
    "show_toc_level": 2,
    "secondary_sidebar_items": ["page-toc"],
}
