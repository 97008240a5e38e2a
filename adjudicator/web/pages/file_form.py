"""The form of a file that is brought into a house list: what is in its fields, and what is said of the file in them. Start at :func:`read_form`."""

from __future__ import annotations

import base64
import binascii
import hashlib
from dataclasses import dataclass, fields, replace
from typing import cast

from flask import request

from adjudicator.core.spelling import quote
from adjudicator.errors import BadRecord
from adjudicator.usecases.imports import Choices, Encoding, Kind, Said, Separator, Wanted

SAID = ("encoding", "separator", "header", "sheet")
"""The fields that say what a file is, beside its format: another file is looked at anew."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileForm:
    """What the form of a file has in its fields; empty where the page is to find out."""

    content: str = ""
    """Words that were typed or pasted; they go before a file that was sent earlier."""
    kept: str = ""
    """A file that was sent with an earlier look, in base64."""
    name: str = ""
    """What it is called."""
    format: str = ""
    encoding: str = ""
    separator: str = ""
    header: str = ""
    sheet: str = ""
    columns: tuple[str, ...] = ()
    """What each column has; empty where none was said."""
    effect: str = "allow"
    contradictions: str = "keep"
    already_so: str = "bring"
    note: str = ""
    beside: str = ""
    """What a file is called that came with words that were typed: nobody knows which are meant."""

    @property
    def mark(self) -> str:
        """What tells whether two forms bring in the same in the same way."""
        return hashlib.sha256(repr(replace(self, note="")).encode()).hexdigest()[:16]

    @property
    def file(self) -> tuple[bytes | str, str]:
        """The file, and what it is called. Raises :class:`BadRecord` where there is none, or words beside it, or what was kept is damaged."""
        if self.beside:
            raise BadRecord(
                [
                    f"there are the file {quote(self.beside)} and words: only one of the two can be brought in at a time"
                ],
                "Clear the words, or look again without the file. Nothing was written.",
            )
        if not (self.content.strip() or self.kept or self.name):
            raise BadRecord(
                ["there is no file, and there are no words"],
                "Choose a file, or type or paste words, one a line. Nothing was written.",
            )
        if self.content.strip() or not self.kept:
            return self.content, ""
        try:
            return base64.b64decode(self.kept, validate=True), self.name
        except binascii.Error:
            raise BadRecord(["file: has been damaged on its way"], "Choose it again.") from None

    @property
    def wanted(self) -> Wanted:
        """What is said of the file."""
        header = {"yes": True, "no": False}.get(self.header)
        return Wanted(
            cast("Kind | None", self.format or None),
            cast("Encoding | None", self.encoding or None),
            cast("Separator | None", self.separator or None),
            header,
            cast("tuple[Said, ...]", self.columns),
            self.sheet or None,
        )

    def choices(self, leave: bool) -> Choices:
        """What is to become of lines that are not simply news; *leave* says that those are left that cannot be read."""
        return Choices(self.contradictions, self.already_so, "leave" if leave else "refuse")  # type: ignore[arg-type]


def read_form() -> FileForm:
    """Return what was sent, with the file that came with it."""
    names = [field.name for field in fields(FileForm) if field.name not in ("columns", "beside")]
    form = FileForm(
        **{name: request.form[name] for name in names if name in request.form}, columns=_columns()
    )
    file = request.files.get("file")
    if not (file and file.filename):
        return form
    if form.content.strip():
        return replace(form, beside=file.filename)
    sent = base64.b64encode(file.read()).decode()
    another = dict.fromkeys(SAID, "") if form.kept else {}
    return replace(
        form, content="", kept=sent, name=file.filename, columns=() if form.kept else form.columns, **another
    )


def _columns() -> tuple[str, ...]:
    """Return what is said of each column: what was found out, where nothing else is chosen, or nothing where that is so of all."""
    chosen, found = request.form.getlist("columns"), request.form.getlist("found")
    if not any(chosen):
        return ()
    return tuple(each or (found[index] if index < len(found) else "-") for index, each in enumerate(chosen))
