"""A dictionary adjudication service: is this word legal under this ruleset, and why.

>>> from adjudicator import Adjudicator
>>> Adjudicator().verdict("quo", "boggle").legal
False
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from adjudicator.service import Adjudicator

__version__ = "0.1.0"
__all__ = ["Adjudicator", "__version__"]


def __getattr__(name: str) -> object:
    if name == "Adjudicator":
        from adjudicator.service import Adjudicator

        return Adjudicator
    raise AttributeError(name)
