"""The page that judges words and solves boards on a device: in one HTML file for a phone's own files, or as a folder for any static host.

Start at :func:`page` and :func:`site`. In the file the pack is gzip, which browsers unpack by themselves, in base 85, which takes a quarter more
room where base 64 takes a third. The folder has it as gzip whatever the host makes of it, and a worker that keeps all of the folder.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path

from adjudicator.core.version import VERSION
from adjudicator.packs.manifest import ICON, ICONS, manifest
from adjudicator.packs.reader import Pack

FOLDERS = (Path(__file__).parent / "page", Path(__file__).parent / "device")
"""Where the page is, and what the pages of a server have from here, too."""
MOST = 1_500_000
"""Bytes that the file has at most: what people send one another."""
SCRIPTS = ("reader.js", "device.js", "page.js", "file.js")
"""The modules of the file, each after those that it takes something from."""
OF_SITE = ("reader.js", "device.js", "page.js", "site.js", "page.css", ICON, *ICONS)
WORKER, MANIFEST, INDEX = "service-worker.js", "manifest.webmanifest", "index.html"
_PREFIX = "adjudicator-folder-"
"""How the names of the folder's caches begin in a browser."""
_IMPORT = re.compile(r'^import .* from "\./.*";\n', re.MULTILINE)
_LESS, _COMMA = b"<", b","
"""Base 85 has the one and not the other; in HTML the one begins what is no text."""


def page(content: bytes) -> str:
    """Return the file with the pack that has this *content*. Raises :class:`PackInvalid` where it is none."""
    packed = _packed(content)
    script = "\n".join(_IMPORT.sub("", _text(name)) for name in SCRIPTS)
    said = base64.b85encode(packed).replace(_LESS, _COMMA).decode("ascii")
    return _filled(
        Pack(content),
        policy="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'",
        head=f'  <link rel="icon" href="data:,">\n  <style>\n{_text("page.css")}\n  </style>',
        where="This file has all it needs and asks no network.",
        about={"packed": len(packed)},
        scripts=f'  <script type="text/plain" id="pack">{said}</script>\n  <script type="module">\n{script}\n  </script>',
    )


def site(content: bytes) -> dict[str, bytes]:
    """Return the files of a folder with the pack that has this *content*, by name. Raises :class:`PackInvalid` where it is none."""
    pack, packed = Pack(content), _packed(content)
    name = f"adjudicator-{pack.digest.removeprefix('sha256:')[:12]}.bin"
    files = {each: _file(each).read_bytes() for each in OF_SITE}
    files[name] = packed
    files[MANIFEST] = json.dumps(manifest(INDEX, "./"), indent=2).encode()
    made_of = hashlib.sha256(_text("page.html").encode() + _text(WORKER).encode() + VERSION.encode())
    for each, bytes_of in files.items():
        made_of.update(each.encode() + bytes_of)
    cache = _PREFIX + made_of.hexdigest()[:12]
    files[INDEX] = _filled(
        pack,
        policy="default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'none'",
        head="\n".join(
            (
                '  <link rel="icon" type="image/svg+xml" href="icon.svg">',
                f'  <link rel="manifest" href="{MANIFEST}">',
                '  <link rel="stylesheet" href="page.css">',
            )
        ),
        where="After the first visit this page needs no network.",
        about={"pack": name, "cache": cache},
        scripts='  <script type="module" src="site.js"></script>',
    ).encode()
    told = {"prefix": _PREFIX, "cache": cache, "files": sorted(files)}
    files[WORKER] = f"const SITE = {json.dumps(told)};\n{_text(WORKER)}".encode()
    return files


def _filled(pack: Pack, about: Mapping[str, object], **texts: str) -> str:
    texts["lexicon"] = pack.lexicon.removeprefix("sha256:")[:6]
    texts["about"] = json.dumps({"version": VERSION, **about})
    found = _text("page.html")
    for name in sorted(
        texts, key=lambda each: each == "scripts"
    ):  # the pack last: it is long, and is not looked through
        found = found.replace(f"{{{{ {name} }}}}", texts[name], 1)
    return found


def _packed(content: bytes) -> bytes:
    return zlib.compress(content, 9, wbits=31)


def _text(name: str) -> str:
    return _file(name).read_text(encoding="utf-8")


def _file(name: str) -> Path:
    return next(folder / name for folder in FOLDERS if (folder / name).exists())
