"""The engine that the browser's tests check accessibility with finds what is wrong, in a whole page and in a part of one, in either scheme."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import SCHEMES, assert_accessible

PAGE = """<!doctype html><html lang="en"><style>
    @media (prefers-color-scheme: dark) { #dark { color: #333; background: #222; } }
</style><body><div id="bad"><img src="data:,"></div><p id="dark">Text</p><p id="good">Text</p></body></html>"""


def test_faults_are_found(phone: Page) -> None:
    """A picture without words, a page without a title, and text that cannot be read in the dark."""
    phone.set_content(PAGE)
    with pytest.raises(AssertionError, match="image-alt"):
        assert_accessible(phone, within="#bad", schemes=["dark"])
    with pytest.raises(AssertionError, match="document-title"):
        assert_accessible(phone, schemes=["light"])
    assert_accessible(phone, within="#dark", schemes=["light"])
    with pytest.raises(AssertionError, match="color-contrast"):
        assert_accessible(phone, within="#dark", schemes=SCHEMES)
    assert_accessible(phone, within="#good", schemes=SCHEMES)
