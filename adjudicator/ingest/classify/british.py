"""How Britain writes what America writes otherwise: the differences that are regular, in this direction alone. Start at :func:`british_spellings`.

A difference of letters is no regional one wherever it stands: -oes is the plural of a word in -o (stanzoes is no British stanzes), -ae a Latin plural, and the -or of a
stressed syllable is no -our (a sord is no sourd).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_DIFFERENCES = tuple(
    (number, re.compile(american), british)
    for number, kind in enumerate(
        (
            ((r"e(?![sd]?$)", "ae"),),
            ((r"e(?![sd]?$)", "oe"),),
            ((r"(?<=[a-z])or", "our"),),
            ((r"(?<!i)z", "s"),),
            ((r"sulf", "sulph"),),
            ((r"l(?=ed$|ing|e?st$|er|or|ist|ous|en|ize|y$)", "ll"),),
            ((r"ll(?=$|s$|ment|ful)", "l"),),
            ((r"p(?=ed$|ing|er)", "pp"),),
            ((r"(?<=[bcghtv])er(?=s?$|[b-df-hj-np-tv-z])", "re"), (r"(?<=[bcghtv])er(?=[aei])", "r")),
            ((r"neuver", "noeuvre"), (r"neuver", "noeuvr")),
            ((r"og(?=s?$)", "ogue"), (r"og(?=[ei])", "ogu")),
            ((r"ens(?=e|ing)", "enc"),),
            ((r"ow(?=$|s$|ed$|ing|man|men|sh|sta)", "ough"),),
            ((r"raft", "raught"),),
            ((r"ol(?=[dt])", "oul"),),
            ((r"et(?=s?$)", "ette"),),
            ((r"k(?=s?$|ed$)", "c"), (r"k(?=s?$)", "que"), (r"sk(?=ep)", "sc")),
            ((r"heck", "heque"), (r"heck", "hequ")),
            ((r"gray", "grey"),),
            ((r"ustach", "oustach"),),
            ((r"ajama", "yjama"),),
        )
    )
    for american, british in kind
)
"""The number of a difference, what America writes, what Britain may write in its place."""
_LATIN = re.compile(r"our(?:ous|is[aei]|iz|ary|if|at|al|esque)")
"""Where Britain has no -our: vaporous, vaporise, honorary."""


def british_spellings(key: str) -> list[str]:
    """Return the spellings that *key* would have in Britain, if it is American, by each of the regular differences at one place."""
    return list(dict.fromkeys(spelling for _, spelling in _respelled(key)))


def carried(base: str, british: str, key: str) -> list[str]:
    """Return how *key*, which is made of *base*, would be written in Britain, where *base* is written *british*; nothing where what differs is not in it (centimetric)."""
    differences = {difference for difference, spelling in _respelled(base) if spelling == british}
    if not differences:
        if base.endswith("e") and british.endswith("e"):
            base, british = base[:-1], british[:-1]
        return [key.replace(base, british)] if base in key else []
    return [spelling for difference, spelling in _respelled(key) if difference in differences]


def keeps_or(british: str) -> bool:
    """Return whether a spelling that has been made *british* has -our where Britain has -or as well."""
    return _LATIN.search(british) is not None


def _respelled(key: str) -> Iterator[tuple[int, str]]:
    """Yield the number of each difference that there may be in *key*, with the spelling that it leads to."""
    for number, pattern, written in _DIFFERENCES:
        for found in pattern.finditer(key):
            before, after = key[: found.start()], key[found.end() :]
            if found.group() != "or" or re.search(r"[aeiouy]", before):
                yield number, f"{before}{written}{after}"
