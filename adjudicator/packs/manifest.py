"""What the page says of itself as an app, on a server and in a folder. See :func:`manifest`."""

from __future__ import annotations

from collections.abc import Callable

ICON = "icon.svg"
ICONS = {
    "icon_small.png": ("192x192", "any"),
    "icon_large.png": ("512x512", "any"),
    "icon_maskable.png": ("512x512", "maskable"),
}
"""The pictures by their sizes in pixels, and what each is for."""
LIGHT, DARK = "#f5f4f0", "#1d4a5c"
"""The colours of a page and of its head."""


def manifest(start: str, scope: str, address: Callable[[str], str] = str) -> dict[str, object]:
    """Return the manifest of the app that begins at *start* and is all that lies below *scope*; *address* says where an icon is."""
    icons = [{"src": address(ICON), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for name, (sizes, purpose) in ICONS.items():
        icons.append({"src": address(name), "sizes": sizes, "type": "image/png", "purpose": purpose})
    return {
        "name": "Adjudicator: is it a word?",
        "short_name": "Adjudicator",
        "description": "Is this word legal in your word game, and why. Works without a network.",
        "lang": "en-GB",
        "start_url": start,
        "scope": scope,
        "display": "standalone",
        "background_color": LIGHT,
        "theme_color": DARK,
        "icons": icons,
    }
