"""A dictionary adjudication service: is this word legal under this ruleset, and why.

>>> from adjudicator import Adjudicator
>>> Adjudicator().verdict("quo", "boggle").legal
False
"""

from typing import TYPE_CHECKING

from adjudicator.core.version import VERSION as __version__

if TYPE_CHECKING:
    from adjudicator.judging.service import Adjudicator

__all__ = ["Adjudicator", "__version__"]


def __getattr__(name: str) -> object:
    if name == "Adjudicator":
        from adjudicator.judging.service import Adjudicator

        return Adjudicator
    raise AttributeError(name)
