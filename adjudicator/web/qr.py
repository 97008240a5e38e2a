"""Links as QR codes. They are drawn in the page itself, so that a secret link appears in no log."""

from __future__ import annotations

import segno
from markupsafe import Markup


def picture(link: str) -> Markup:
    """Return *link* as a QR code: an SVG element for a page, black on white whatever the page's colours are."""
    code = segno.make(link, micro=False)
    drawn = code.svg_inline(omitsize=True, dark="#000", light="#fff", svgclass="qr", lineclass=None)
    return Markup(drawn.replace("<svg ", '<svg role="img" aria-label="The link as a QR code" ', 1))
