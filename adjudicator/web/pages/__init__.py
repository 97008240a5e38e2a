"""The pages for people, one module for each part of the site; all of them hang on one blueprint (:mod:`.page`)."""

from adjudicator.web.pages import (  # noqa: F401 (each hangs its pages on the blueprint)
    about,
    board,
    disputes,
    judge,
    lists,
    lists_desk,
    lists_files,
    lists_history,
    lists_people,
    lists_review,
    lists_seasons,
    lists_settings,
    lookup,
    people,
    play,
    play_device,
    play_lists,
    rules,
    ruleset_maker,
)
from adjudicator.web.pages.page import pages as pages
