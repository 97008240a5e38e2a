"""Packs: verdicts without a network and without the lexicon, from one immutable file. Start at :class:`adjudicator.packs.reader.Pack`.

>>> from pathlib import Path
>>> from adjudicator.packs import Pack
>>> pack = Pack(Path("adjudicator.pack").read_bytes())  # doctest: +SKIP
>>> pack.legal("trig", "boggle"), pack.code("zee", "boggle")  # doctest: +SKIP
(True, 'american-spelling')
"""

from adjudicator.packs.reader import Glosses, Pack

__all__ = ["Glosses", "Pack"]
