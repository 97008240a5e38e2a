"""The pages for people, one module for each part of the site; all of them hang on one blueprint (:mod:`.page`)."""

from adjudicator.web.pages import about, judge, lookup, people, rules
from adjudicator.web.pages.page import pages

__all__ = ["about", "judge", "lookup", "pages", "people", "rules"]
