"""The documentation: pages in Markdown, tables from the declarations in the code, the library from its docstrings."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(Path(__file__).parent / "_ext"), str(ROOT)]

from adjudicator import __version__  # noqa: E402

project = "Adjudicator"
author = "The adjudicator authors"
project_copyright = f"2026, {author}"
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "declared", "references"]
exclude_patterns = ["_build", "_ext"]

myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": True}
python_use_unqualified_type_names = True
# what a text looks like (adjudicator.core.shapes) is written out in its annotation, as no reference
nitpick_ignore = [("py:class", "Form")]

smartquotes = False
html_theme = "furo"
html_title = f"Adjudicator {release}"
html_show_sphinx = False
html_copy_source = False
html_domain_indices = False
