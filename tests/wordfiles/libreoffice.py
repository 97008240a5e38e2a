"""``python -m tests.wordfiles.libreoffice``: a list goes out, through LibreOffice, which opens and saves it, and in again: it is the same.

Its package comes from Debian, where it is missing and the tests run as root; it takes a minute to install, so that `make trials` runs this. It
ends with 1 where a list is not what it was, and with 2 where there is no LibreOffice. Start at :func:`main`.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

from adjudicator.core.spelling import key_of
from adjudicator.ledger.transfer import Format, compared, read, write
from adjudicator.rules.house import Effect, Entry
from tests.debian import program

AT, END = "2026-03-01T10:00:00.000000Z", "2099-12-31T00:00:00.000000Z"
PACKAGE = "libreoffice-calc-nogui"
CSV = "csv:Text - txt - csv (StarCalc):59,34,76,1,,0,false,true"
"""Semicolons, UTF-8: what a cell shows is what is written."""
OPENED = "CSV:44,34,76,1"
TEXTS = [
    'ja, natürlich; "so"',
    "=1+1",
    "+1",
    "-a",
    "@SUM(A1)",
    "'tis",
    "''-a",
    "'=a",
    "#NAME?",
    '=HYPERLINK("http://a")',
    "https://example.com",
    "👍",
]
"""Reasons that a spreadsheet program could take for something else, whatever it opens."""
ODD_WORDS = ["true", "may", "-ism", "=x", "q&a"]
READ_AS_NUMBERS = [
    "1.50",
    "007",
    "1/2",
    "2026-01-01",
    "31.12.2026",
    "TRUE",
    "1e5",
    " two  spaces ",
    "_x0041_",
]
"""What it takes for something else in CSV alone, as it does the word *true*: that is why a list is better edited as a workbook."""


def entries(reasons: list[str], odd: list[str]) -> dict[str, Entry]:
    """A list with these reasons, and words of every kind."""
    words = ["zorb", "Café", "they'll", "ice cream", *odd]
    words += [f"q{chr(97 + number)}" for number in range(len(reasons))]
    made = {}
    for number, word in enumerate(words):
        effect: Effect = "deny" if number % 2 else "allow"
        reason = reasons[number - len(words)] if number >= len(words) - len(reasons) else ""
        ends = END if number % 3 == 0 else None
        made[key_of(word)] = Entry(
            key_of(word), word, effect, reason, "Änne", AT, ends, ("noun",) if number % 4 == 0 else ()
        )
    return made


def converted(office: Path, source: Path, to: str, opened: str = "") -> Path:
    """Return what LibreOffice saves as *to* when it has *opened* a file."""
    folder = source.parent / f"saved-as-{to.partition(':')[0]}-{source.suffix[1:]}"
    profile = f"-env:UserInstallation=file://{source.parent}/profile"
    command = [
        str(office),
        profile,
        "--headless",
        *([f"--infilter={opened}"] if opened else []),
        "--convert-to",
        to,
        "--outdir",
        str(folder),
        str(source),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    made = folder / f"{source.stem}.{to.partition(':')[0]}"
    if not made.exists():
        raise SystemExit(f"LibreOffice saved no {to}: {done.stdout} {done.stderr}")
    return made


def main() -> int:
    """Send a list through LibreOffice in every way; return 1 where another one comes back."""
    office = program("soffice", PACKAGE)
    if office is None:
        print(f"LibreOffice is missing. As root: apt-get install -y {PACKAGE}", file=sys.stderr)
        return 2
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        everything, safe = entries(TEXTS + READ_AS_NUMBERS, ODD_WORDS), entries(TEXTS, ODD_WORDS[1:])
        book = _written(Path(folder), "xlsx", everything)
        for to in ("xlsx", "ods", CSV):
            wrong += _differs(f"xlsx, saved as {to[:4]}", converted(office, book, to), everything)
        table = _written(Path(folder), "csv", safe)
        for to in ("xlsx", "ods", CSV):
            wrong += _differs(f"csv, saved as {to[:4]}", converted(office, table, to, OPENED), safe)
        flat = converted(office, book, "fods")
        text = flat.read_text(encoding="utf-8")
        assert text.count("<text:p>👍</text:p>") == 1
        flat.write_text(text.replace("<text:p>👍</text:p>", "<text:p>edited</text:p>"), encoding="utf-8")
        edited = {
            key: entry._replace(reason="edited") if entry.reason == "👍" else entry
            for key, entry in everything.items()
        }
        for to in ("xlsx", "ods"):
            wrong += _differs(f"edited, saved as {to}", converted(office, flat, to), edited)
    return 1 if wrong else 0


def _written(folder: Path, form: Format, given: dict[str, Entry]) -> Path:
    path = folder / f"list.{form}"
    path.write_bytes(write(form, given.values()))
    return path


def _differs(what: str, path: Path, given: dict[str, Entry]) -> bool:
    found = read(path.read_bytes(), path.name, author="nobody", at=AT)
    changes = compared(found, {}).changes
    differing = [
        (given.get(key), changes.get(key)) for key in given | changes if given.get(key) != changes.get(key)
    ]
    print(f"{what}: {len(changes)} entries, {len(differing)} differ")
    for one, other in differing[:5]:
        print(f"  {one}\n  {other}")
    for fault in found.faults[:5]:
        print(f"  {fault}")
    return bool(differing or found.faults)


if __name__ == "__main__":
    sys.exit(main())
