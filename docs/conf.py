"""How Sphinx makes the site; `make docs` runs it on the sources that `python -m rallyman_tutor.pages.docs` writes."""

project = "Rallyman Tutor"
author = "Rallyman Tutor contributors"
extensions = ["myst_parser"]
myst_enable_extensions = ["attrs_block"]
myst_heading_anchors = 3
exclude_patterns = ["theme", "conf.py"]

html_theme_path = ["."]
html_theme = "theme"
html_title = project
html_static_path = ["_static"]
html_extra_path = ["extra"]
html_css_files = ["colours.css"]
html_copy_source = False
html_show_copyright = False
html_show_sphinx = False
html_permalinks_icon = "¶"
html_domain_indices = False
html_use_index = False
highlight_language = "none"
smartquotes = False
