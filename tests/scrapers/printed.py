"""The markup of the sites, printed from lines of a table: as little of it as they all have, in the shape that theirs has."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Sequence
from itertools import groupby
from typing import Any

from tests.scrapers.words import ETYMOLOGIES, FORMS, Line


def wiktionary_page(lines: Sequence[Line]) -> str:
    """The page of a word, with entries of two other languages around it."""
    word = lines[0].word
    parts = [_language("Translingual", "mul", word)]
    parts.append('<div class="mw-heading mw-heading2"><h2 id="English">English</h2>' + _EDIT + "</div>")
    if word in ETYMOLOGIES:
        parts.append(_heading(3, "Etymology") + f"<p>{html.escape(ETYMOLOGIES[word])}</p>")
    for pos, senses in groupby(lines, key=lambda line: line.pos):
        items = "".join(f"<li>{_wiktionary_sense(line, labelled=True)}</li>" for line in senses)
        parts.append(_heading(3, pos) + f"<p>{_headword_line(word)}</p>\n<ol>{items}</ol>")
    parts.append(_heading(4, "References") + "<ol><li>A book about words.</li></ol>")
    parts.append(_language("French", "fr", word))
    return (
        '<!DOCTYPE html><html><head><title>x</title><style>.a{}</style></head><body><h1 id="firstHeading" class="firstHeading">'
        f'<span class="mw-page-title-main">{html.escape(word)}</span></h1><div id="mw-content-text">'
        f'<div class="mw-content-ltr mw-parser-output" lang="en" dir="ltr">{"".join(parts)}</div></div></body></html>'
    )


def wiktionary_definitions(lines: Sequence[Line]) -> str:
    """The REST answer for a word: labels are emptied, as the site empties them."""
    english = [
        {
            "partOfSpeech": pos,
            "language": "English",
            "definitions": [{"definition": _wiktionary_sense(line, labelled=False)} for line in senses]
            + [{"definition": ""}],
        }
        for pos, senses in groupby(lines, key=lambda line: line.pos)
    ]
    translingual = {**english[0], "language": "Translingual"}
    french = {"partOfSpeech": "Noun", "language": "French", "definitions": [{"definition": "chose"}]}
    return json.dumps({"en": [translingual, *english], "fr": [french]})


_EDIT = '<span class="mw-editsection">[<a>edit</a>]</span>'


def _heading(level: int, text: str) -> str:
    return f'<div class="mw-heading mw-heading{level}"><h{level} id="{text}">{text}</h{level}>{_EDIT}</div>'


def _language(name: str, code: str, word: str) -> str:
    return (
        f'<div class="mw-heading mw-heading2"><h2 id="{name}">{name}</h2>{_EDIT}</div>{_heading(3, "Noun")}<p><span class="headword-line">'
        f'<strong class="Latn headword" lang="{code}">{html.escape(word)}</strong></span></p><ol><li>Something else.</li></ol>'
    )


def _headword_line(word: str) -> str:
    forms = ", ".join(
        f'<i>{kind}</i> <b class="Latn form-of lang-en" lang="en"><a>{form}</a></b>'
        for kind, form in FORMS.get(word, {}).items()
    )
    inside = f" ({forms})" if forms else ""
    return f'<span class="headword-line"><strong class="Latn headword" lang="en">{html.escape(word)}</strong>{inside}</span>'


def _wiktionary_sense(line: Line, *, labelled: bool) -> str:
    opening, _, rest = html.escape(line.definition, quote=False).partition("{")
    linked, _, end = rest.partition("}")
    text = f"{opening}<a>{linked}</a>{end}" if linked else opening
    if linked and opening.rstrip().endswith((" of", " for")):
        text = (
            f'<span class="form-of-definition use-with-mention">{opening}<span class="form-of-definition-link"><i class="Latn mention" '
            f'lang="en"><a>{linked}</a></i></span></span>{end}'
        )
    if not line.labels:
        return text
    comma = '<span class="ib-comma label-comma">,</span> '
    content = comma.join(f"<a>{html.escape(label)}</a>" for label in line.labels)
    brackets = (f'<span class="ib-brac label-brac">{bracket}</span>' for bracket in "()")
    inside = f'<span class="ib-content label-content">{content}</span>'.join(brackets)
    return f'<span class="usage-label-sense">{inside if labelled else ""}</span> {text}'


def collins_entry(lines: Sequence[Line], number: int = 0) -> dict[str, Any]:
    """The answer of the API that has the entry of a word; *number* tells it from others of the same spelling."""
    word = lines[0].word
    homnum = f'<span class="homnum">{number}</span>' if number else ""
    homs = "".join(
        f'<div class="hom" id="x_1.{n}"><span class="gramGrp"><span>   </span><span class="pos">{pos}</span></span>{_api_forms(word)}'
        f"{''.join(_api_sense(line) for line in senses)}</div><!-- End of DIV hom-->"
        for n, (pos, senses) in enumerate(groupby(lines, key=lambda line: line.pos), 1)
    )
    origin = ETYMOLOGIES.get(word)
    etymology = f'<div class="etym"><span>   [</span>{origin}<span>]</span></div>' if origin else ""
    content = (
        f'<div class="entry_container"><div class="entry lang_en-gb" id="x_1"><span class="inline"><h1 class="hwd">{html.escape(word)}'
        f'{homnum}</h1><span> (</span><span class="pron" type="">x<audio>Your browser</audio></span><span>)</span></span>{homs}{etymology}'
        "</div><!-- End of DIV entry lang_en-gb--></div>"
    )
    entry_id = f"{word.lower()}_{number or 1}"
    return {
        "topics": [], "dictionaryCode": "english", "entryLabel": word, "entryContent": content, "entryId": entry_id, "format": "html",
        "entryUrl": f"http://localhost/api/v1/dictionaries/english/entries/{entry_id}",
    }  # fmt: skip


def collins_matches(*labels: tuple[str, str]) -> dict[str, Any]:
    """The answer of the API that lists the matches of a word: id and label of each."""
    results = [{"entryId": entry_id, "entryLabel": label, "entryUrl": "x"} for entry_id, label in labels]
    return {
        "resultNumber": len(results), "results": results, "dictionaryCode": "english", "currentPageIndex": 1, "pageNumber": bool(results),
    }  # fmt: skip


def _api_forms(word: str) -> str:
    forms = ", ".join(f'<span class="orth">{form}</span>' for form in FORMS.get(word, {}).values())
    return f'<span class="inline"><span> (</span>{forms}<span>)</span></span>' if forms else ""


def _api_sense(line: Line) -> str:
    labels = "".join(f'<span class="lbl"><span>, </span>{label}</span>' for label in line.labels)
    opening, _, rest = html.escape(line.definition, quote=False).partition("{")
    body = (
        f'<span class="def">{opening}</span><span class="cit"><span class="quote"> ⇒ as in this</span></span>'
    )
    if rest:
        told, linked = opening.strip(), rest.partition("}")[0]
        body = f'<span class="xr"><span> → </span><span class="lbl">{told}</span><span> </span><a data-topic="x_1">{linked}</a></span>'
    return f'<div class="sense"><span class="sensenum">     1 </span>{labels}<span> </span>{body}</div>'


def collins_page(lines: Sequence[Line]) -> str:
    """The page of a word: the British dictionary first, then an American one that must not count."""
    word = lines[0].word
    entries = [list(senses) for _, senses in groupby(lines, key=lambda line: line.pos)]
    number = '<span class="homnum">{}</span>' if len(entries) > 1 else ""
    british = "".join(_dictentry(word, senses, number.format(n)) for n, senses in enumerate(entries, 1))
    american = _dictentry(word, [Line(word, "noun", (), "something American", "")], "")
    return (
        '<!DOCTYPE html><html><head><title>x</title><script>var a = "<div class=def>";</script></head><body><main id="main_content">'
        f'<div class="dictionary Collins_Eng_Dict">{british.replace("TYPE", "ced")}</div>'
        f'<div class="dictionary Penguin">{american.replace("TYPE", "penguin")}</div></main></body></html>'
    )


def _dictentry(word: str, senses: Sequence[Line], number: str) -> str:
    pos = senses[0].pos
    forms = "".join(f'<span class="orth">{form}</span>, ' for form in FORMS.get(word, {}).values())
    inflected = f'<span class="form inflected_forms type-infl"><b class="var">Word forms:</b> {forms}</span>'
    origin = ETYMOLOGIES.get(word, "")
    if origin:
        title = '<div class="cB-h entry_title">Word origin</div>'
        origin = f'<div class="content etyms etym">{title}{origin}</div>'
    return (
        f'<div class="dictentry" data-type-block="definition.title.type.TYPE"><div class="cB cB-def"><div class="cB-h"><h2 class="h2_entry">'
        f'<span class="orth">{html.escape(word)}</span>{number}</h2></div><div class="mini_h2"><span class="pron type-">x</span></div>'
        f'<div class="content definitions TYPE"><div class="hom"><span class="gramGrp pos">{pos}</span>{inflected if forms else ""}'
        f"{''.join(_page_sense(line) for line in senses)}</div></div>{origin}</div></div>"
    )


def _page_sense(line: Line) -> str:
    labels = "".join(f'<span class="lbl type-register">{label}</span> ' for label in line.labels)
    opening, _, rest = html.escape(line.definition, quote=False).partition("{")
    if not rest:
        words = re.sub(r"(\w+)$", r'<a class="ref type-def">\1</a>', opening)
        return (
            f'<div class="sense"><span class="sensenum">1.</span>{labels}<div class="def">{words}</div>'
            '<div class="cit type-example quote">as in this</div></div>'
        )
    told, linked = opening.strip(), rest.partition("}")[0]
    return f'<div class="sense xr">{labels}<span class="lbl">{told}</span> <a class="ref" href="x">{linked}</a></div>'
