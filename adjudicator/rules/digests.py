"""The digest of a text. The interpreter's own SHA-256 is taken where it has one: hashlib loads all of OpenSSL, a twentieth of a look-up."""

from __future__ import annotations

from typing import Any


def digest_of(text: str) -> str:
    """Return ``sha256:…`` of *text*."""
    return f"sha256:{_sha256(text.encode()).hexdigest()}"


def _sha256(content: bytes) -> Any:
    try:
        from _sha2 import sha256  # type: ignore[import-not-found, unused-ignore]  # since Python 3.12
    except ImportError:
        try:
            from _sha256 import sha256  # type: ignore[import-not-found, unused-ignore]
        except ImportError:
            from hashlib import sha256
    return sha256(content)
