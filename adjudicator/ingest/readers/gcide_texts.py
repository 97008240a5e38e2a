"""What of the text of a sense in GCIDE is its definition. Start at :func:`senses_of`.

The text has around the definition, and run into it, what is none: labels, how the word is said, its plurals, whose words are quoted, where else to
look, words of the contrary meaning, examples. Where the markup of these has been lost, the shape of the text tells them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from adjudicator.sources.records import RawSense

ENDS = (".", "]", ")", "}", "?", "!", '"', ";", "--")
"""How an article ends that has not lost its tag, and what stands before a headword in one that has."""
ORIGIN = re.compile(
    r"\[(?:[^\[\]]*(?:1913|PJC|WordNet|Webster|Century|MW\d|RDH|AS|GG|AHD|CoPubl|MARC|MLCS|Hensl|Encyc)[^\[\]]*)\]"
)
_BRACKETS = re.compile(r"\[([^\[\]]{1,60})\]")
_DOMAIN = re.compile(
    r"^\(([A-Z][A-Za-zëöæ.,& -]{1,30}|[a-z]{2,12}\.|computers|chemistry|aeronautics|law|physics|baseball)\)\s*"
)
_LABEL_TWICE = re.compile(r"^\((?:[A-Z][a-z]+\. )?(?=\([A-Z][a-z]+\.\) )")
"""A bracket too many before a label: (Anal. (Geom.) One of the four parts."""
NUMBER = re.compile(r"^\s{0,3}(?:([1-9]\d?)\.|\(a\))\s+")
_QUOTE = re.compile(
    r'(?:(?:^|(?<=[.;:!?)\],]))\s*|(?=\s*"[^"]{4,400}"\s*(?:--|\.?$))\s*)"[^"]{4,400}"\s*(?:--(?:[^"(]|\((?![a-h]\) ))*)?|\s*--\s?[A-Z][A-Za-z. ]+\.?\s*$'
)
"""Words that are quoted behind a definition, with all that is said of where they stand (--Acts ii. 40). What is quoted in a definition is part of it."""
_NAMES_IT = re.compile(r"\b(?:an?|the|called|named|termed|words?|phrase)$")
"""How what stands before quotation marks ends where it needs what they have: the pekan; the "black cat"."""
VARIANT = re.compile(r"\[(?:Also |also )?(?:[Ww]ritten|[Ss]pelled|[Ss]pelt)(?: also| variously)?[^\]]*\]")
_ONLY_A_LABEL = re.compile(
    r"(?:(?:to|also|commonly|short for|reflexively|lit|literally|abbrev|abbr|acron|acronym|pl|sing|n|v|a|adj|adv|pron)\.?\s*)+",
    re.IGNORECASE,
)
_GRAMMAR = re.compile(
    r"^(?:(?:prop|peop|pr(?=\. a)|pred|masc|fem|or|and|&|,|[.:]|\d+\.?|prenom\.|auxiliary\.|possessive|(?:n|a|adj|adv|conj|prep|interj|pron|vb|v)\.(?: ?[ti]\.)?,?)(?:\.? +|$))+"
    r"(?=$|[A-Za-z(])"
)
"""What is left of the parts of speech of an entry that has several, and of the number of its only sense."""
_FORM_OF = re.compile(
    r"^(?:(?:p\. ?p|pr\. ?p|p\. ?pr|vb\. ?n|imp|pret|compar|superl|[23]d pers\. (?:sing\. )?pres)\.(?: & (?:a|vb\. n)\.)? (?:of|from|fr\.) "
    r"|(?:of|from|fr\.) (?=[A-Z][a-z]+(?:, (?:v|n|a)\.(?: [ti]\.)?)?[.;]?(?:\s|$)))"
)
"""What is left of "imp. & p. p. of {Make}" when the part of speech has been read."""
_RUN_ON = re.compile(r"(?:\s*--\s?[A-Z][A-Za-z. ]+?)?\s*--\s*[A-Za-z][A-Za-z'-]*[*\"`?][^\s]*.*$")
"""Words that are made of the headword and stand behind its last sense, with their stress: -- Be*wail"ing*ly, adv."""
_SECOND_HEAD = re.compile(
    r"^(?:\(+[^()]*[*\"`ēōāī][^()]*\)[.,]*\s*|(?:Also )?[A-Z][\w'-]*(?: [a-z]+)? [A-Z][\w'-]*[*\"`][^\s]*(?: [a-z]+[\"`])?,?\s+(?:\([^()]*\)[,.]?\s*)?)"
    r"(?:(?:n|a|adv|v)\.(?: ?[ti]\.)?,?\s+(?:(?:etc|pl)\.,?\s+)?)?"
)
"""How the headword is said, or another spelling of it, said and marked for itself, before the definition: Brideman Bride"man, n."""
_MADE_OF_IT = re.compile(
    r"(?:(?<=\.)|^)\s*(?:-- )?(?:Mostly, )?[^\s]*[*\"`][^\s]*(?: [^\s]*[*\"`][^\s]*)?, (?:adv|n|a|vb\. n|n\. [a-z]+)\.$"
)
"""The same with its part of speech, where no dashes are before it: Foolish; stupid. Gull"ish*ness, n."""
_LOST_OPENING = re.compile(
    r'^(?:(?:[a-z\d][^()]{0,40}|[A-Z][a-z]+\.|[A-Z]{2,})\)[\s.,]*(?:[nva]\.(?: [it]\.)? )?|\w+["`]\w+ (?=\w))'
)
"""The end of what stood before a definition, of which the beginning is lost: the pieces for a game) Dominoes."""
_OF_FORMS = re.compile(r"\[(?:imp|pl|p\. ?p|p\. ?pr|Compar|compar|sing|obs\. imp|pres|pr)\b\.?[^\]]*\]?")
_LANGUAGE = r"(?:E|Eng|L|LL|NL|F|It|Gr|G|Sp|Pg|D|Heb)\."
_PLURALS = re.compile(
    rf"^(?:[a-z. ]{{0,6}}pl|sing)\.[;,]? (?:(?={_LANGUAGE}|-)(?:[^.(]|(?<=\b[ELFGD])\.|(?<=\b(?:LL|NL|It|Gr|Sp|Pg))\.|(?<=\b(?:Eng|Heb))\.|\([^()]*\)|\.(?= {_LANGUAGE}))*(?:\.|$)|[A-Z][a-z]+ ?\.(?= \())\s*"
)
"""The plurals of a headword, with the languages that they are of, where its inflections are not in brackets."""
_SPOKEN = re.compile(r"\s*\((?:or |[FE]\.? )*\??(?:[^()\s]{0,6}\?[^()]{0,12})\)(?:, n\.)?")
"""How something is said or looks, in letters or signs that have been lost."""
_CITED = re.compile(
    r"(?<=[.?!)])(?:\s*--\s?[A-Z](?!lso\b|alled\b|ee\b|sed\b|aid\b)[A-Za-z.&' ]{1,25}(?:\([^()]*\)\.?)?(?: [\divxl]+\. ?[\d-]+\.?)?|\s*& Fl\.)+$"
)
"""Who is quoted, behind a definition."""
_REMAINS = re.compile(
    r"\s\([a-h]\)\s?(?=\.$)|\s*\[(?:Narrower terms|Also See)\b.*$|\s*\+?\s?\b(?:PJC|WordNet 1\.\d)\]?$|\s*\[\]|^(?:\[|[Cc]f\. )[^\[\]]*\]\s*(?=\S)"
)
"""What is left of the letter of a sense that is referred to, of an editor's lists and tags, of a sign, or of an etymology."""
_TRIED = (
    (_PLURALS, ("pl.", "sing.")),
    (_SPOKEN, "?"),
    (_REMAINS, ("[", "]", ").", ") .", "PJC", "WordNet")),
    (_CITED, ("--", "& Fl")),
)
"""What is no part of a definition, each with the letters of which one is in it: most definitions have none."""
_SIGNS = {".gt.": ">", ".lt.": "<"}
_LOST = re.compile(r"\?\?|#|\w\?\w|(?<!\S)\?(?=\s|$)|\b[A-Z]\w*[A-Z]\?|\b[a-z]{1,3}\?(?= [a-z])")
"""A letter that nobody could read when the text was made."""
_LETTERED = re.compile(r"(?<=[.;?)])\s?\([b-h]\) (?=[A-Z(]|an? |the |to )")
"""Where another definition of the same sense begins."""
_HENCE = re.compile(r"^Hence[,:; ]+(?=\S)")
"""What leads on from the sense before, which is another one."""
_HEAD_TWICE = re.compile(r"^([A-Z][\w-]+(?: [a-z]+)?) \1[,.]? (?=[A-Z(])")
"""A headword twice, as it is written and as it is said, where the signs of the latter have been lost: Chicle gum Chicle gum A gumlike substance."""
_LEADS_ON = re.compile(
    r"[\s,;:]*(?:\b(?:Hence|[Ss]pecif(?:ically)?\.?|[Ee]sp(?:ecially)?\.?|as|that is|[Ii]n specific uses|called also|either|applied to)\b[\s,.:]*)*$"
)
"""What leads on from a definition to those of its kinds."""
_SAYS = 10
"""How many letters a definition has that says what is meant without its kinds."""
_ALSO_SPELLED = re.compile(r"^[Aa]lso (\S+) \1(?:[,.]? (?:or )?(\S+) \2\b)*[ ,.]*(?:etc\. )?")
"""Another spelling, said and marked for itself, before the definition."""
_BEHIND = re.compile(r"; as,|, as,\s|;? as in:|\s+Syn:|\s+Note:|(?<=\S)\s+--\s(?:n|a|adv|v)\.(?=[ ;])")
"""What ends a definition: examples, synonyms, notes, the same word as another part of speech."""
_ENDS_IT = (" as,", " as in:", "Syn:", "Note:", " -- ")
_LETTERS = re.compile(r"[A-Za-z]{2}")
GLOSS_LIMIT = 320
_MEANT = r"(?:See|(?<![\w.;,) ])see|Same as|SAme as|same as|Cf\.|Compare|Also [Ss]ee|See also|Opposite of|Contrasted with|Antonyms?|Called also\.)"
_REFERS = re.compile(
    rf"(?:^|(?<=[.;,:)\]])\s+|\s*--\s+){_MEANT}:?(?=\s[A-Za-z\d(~]|[A-Z])(?:[^.;]|cf\.|;(?= (?:and|also|cf|see|under)\b)|\.(?=[,;:)\]]|\s?[a-z\d&(]))*(?:[.;]+|$)"
)
"""A sentence that says where else to look, or what means the contrary: See Roll, v. t., 2. A stop before a small letter or a number does not end it."""
_SAYS_SO = ("See", "ame as", "Cf.", "ompare", "pposite of", "ontrasted", "ntonym")
_CONTRARY = re.compile(r"(?<=[a-z]{4}\.)[\s.]*\{[^{}]+\}(?:[,;]?\s*(?:(?:and|or)\s+)?\{[^{}]+\})*[.\s]*$")
"""Words of the contrary meaning behind a definition: comfortable. {uncomfortable}"""
_OTHER_PART = re.compile(
    r"(?<=[.;)])\s+[Aa]lso (?:an? )?(?:adj|a|n|v|adv|(?:used )?as an? (?:adj|[a-z]+)|used (?:adjectively|attributively|substantively|as an? [a-z]+))\b[^;]*$"
)
_EXAMPLE = re.compile(
    r"(?<=[a-z]{4}\.) (?!i\.e|e\.g|esp|especially|also|usually|sometimes|formerly|called|used|hence|see|or |and |in )[a-z][^.;]*\.?$"
)
"""An example behind a definition of the later editors, who begin both with a small letter."""
_LEADING = re.compile(
    r"""^(?:[.,:;)\]?!]+\s*|\((?:1[5-9]|20)\d\d\)\s*|\([A-Za-z ]*[Pp]ronounced[^()]*\)\s*|\([A-Z][A-Za-z]{1,12}\.(?: ?[&A-Z][A-Za-z]*\.?)*\)\s*|\([a-h]\)\s+|phrase (?=[A-Z])|(?:def(?:inite)?\.? )?(?:art(?:icle)?|adj|poss\. pron|pron)\. (?=[A-Z])|etc\.,? (?=[A-Z(])|(?:n|a|v)\.; |impersonal, pres\. |p\. (?:p\.|& a\.) (?=[A-Z])"""
    r"""|(?:sometimes )?\(?[^\s()"*`]{0,12}["*`][^\s()]{0,20}(?: [^\s()]*["*`][^\s()]*)*\)?,? ?(?:(?:n|a|adv|v)\.(?: ?[ti]\.)?(?: (?:f|m|pl)\.)?\s+)"""
    r"""|[A-Z]{1,3}, (?:n|a)\. (?=\()|also (?:n|a|adv|v)\. (?=\[)|(?:[A-Z]\. )?[^\s()]{0,8}\)[.,]?\s+(?=[A-Z\[]))"""
)
"""Labels, letters, years and what is left of how a word is said, before a definition."""
_PLURAL = re.compile(
    r"^(?:(?:E|L|Sp|F|It|Heb|NL|obs|Eng)\. )?(?:(?:[a-z. ]{0,6}pl|sing|collect)(?:\. & pl)?\.|pl\b(?!\. ?of)|masc\.|fem\.)(?! of\b)[;,:]?\s*(?:\((?:[A-Z][a-z]*|[a-h])\.?\)\s*)*"
)
_OTHER_FORM = re.compile(
    r"(?:(?:[A-Z][a-z]{0,3}|pl|poss|obj|nom|sing|fem)\. )*([A-Z][\w'-]+|-\w+)(?: ?\([^()]*\))?(?:[.;,]|$)\s*(?:or [A-Z]?\w+\.\s*)?"
)
_STOPPED = re.compile(r"[.;?!)].")
"""A stop with something behind it."""
_STUMP = re.compile(
    r"(?<=[.;?!)])(?:(?:\s*(?:--?\s?(?:[A-Z]|\d\s[A-Z]|[a-z]+\.$)[^;]{0,40}|&? ?Fl\.)|(?<=[a-z]{2}[.;?!)])\s+(?:[ivxlc]{1,6}\d?[.,]?(?=\s|$)|\d+(?=[\s.,]|$)|\([A-Z][a-z]+ version\)))"
    r"(?:[.,]?\s*(?:[\dvxlci]+[.,-]?|\([A-Z][a-z]+ version\)|[A-Z][a-z]+(?=\.?$)))*[.,]?$"
    r"|(?<=[a-z]{4}\.)(?<!pres\.) (?:of|for|the) [A-Z][\w ]{2,25}(?:\.|$)|(?<=[a-z]{3}\.) [A-Z][a-z]+(?:[*\"`][\w*\"`]+)?$|(?<=[a-z]\.) \(?[a-z]+[*\"`][\w*\"`]+\)?$|(?<=[a-z]{3}\.) [b-z]\.?$)"
)
"""What is left of where quoted words stand, when they have been cut, and of the word that follows: weep. xi. 13."""
_NUMBERS = re.compile(
    r",? (?:in|of) senses? \d(?:,? (?:or|and|&) \d)*(?=[.;,]|$)|\s*\((?:definition )?\d\)(?=[.;,]|$)|(?<=[a-z]{3}), (?:(?:n|a|v)\.(?: ?[ti]\.)?,? ?)?\d\d?(?=\.?$)"
)
"""The number of the sense that a synonym is meant in: Offset, n., 4."""
_DIGIT = re.compile(r"\d")
_ITS_PLURAL = re.compile(r"([A-Z][a-zæ]+)(?: \([^()]*\))?\.(?:\s+|$)")
_PLURAL_ENDINGS = (
    ("y", "ies"),
    ("f", "ves"),
    ("us", "i"),
    ("um", "a"),
    ("on", "a"),
    ("a", "æ"),
    ("o", "i"),
    ("x", "ges"),
    ("x", "ces"),
)
"""How a headword ends, and how its plural does, in English, Latin or Italian."""
_TAIL = re.compile(r"[;,.]\s*(?:[Ss]ame as|[Ss]ee|[Oo]pposite of|[Aa]lso called|[Cc]alled also)[. ]*$")
_LONE = re.compile(r"(?<=[a-z]{3}\.) (?!etc)[a-z-]+$")
"""A word that has stayed behind a definition: the contrary, or the headword of the next article."""
_A_FORM = re.compile(r"(?:obs|archaic|imp|pres|[123](?:d|rd|nd|st)|p\. ?p|pret|a form)\b")
_STOPS = re.compile(r"(?:\s*\.){2,}$")
_PUNCTUATION = re.compile(
    r"([;,])[;,]+|\s+(?=[,;.](?:\s|$))|(?<=[^.])\.(?=\.$|\. )|(?<=[,;:])\.(?=$)|(?<=\() (?=\w)"
)
_CROWDED = (";;", ",,", ";,", ",;", " ,", " ;", " .", "..", ",.", ";.", ":.", "( ")
"""The signs, in the wrong place, of which one is where :data:`_PUNCTUATION` matches."""
_WITHOUT_A_SIGN = re.compile(r"\(\s*,|, ,|\(\s*\)|, \.$|thus, \.")
"""Where letters or signs have been lost, nothing stands between the stops."""
_STEM = 4
"""Letters of a headword that its forms have as well."""
_GOES_ON = re.compile(r"(?:\b\w{1,3}|pert|perh|from|used|[^a-z])$")
_GOING_ON = re.compile(r"(?:or|and|to|of|for|through|in|which|as)\b")
"""What a sentence does not end in, and what none begins with: the stop between them is a misprint or an abbreviation's."""
_END = 90
"""How many letters of a definition may be more than its end."""
_SHORTEST = 100
"""How much is kept at least of a definition that is cut at the end of one of its sentences."""
_LABELS = ("poss.", "obj.", "nom.", "pl.", "sing.", "fem.")


def senses_of(block: str, headword: str = "") -> Iterator[RawSense]:
    """Yield the senses that a *block* of an article defines under its *headword*: one, or several with a letter each."""
    block = NUMBER.sub("", block)
    labels: list[str] = []
    if "[" in block:
        block = ORIGIN.sub("", block)
    if "[" in block:
        labels = [label.strip() for label in _BRACKETS.findall(block)]
        block = _BRACKETS.sub("", block)
    block = _LABEL_TWICE.sub("", block.strip())
    while match := _DOMAIN.match(block) or _GRAMMAR.match(block):
        labels += [label for label in match.groups() if label]
        block = block[match.end() :].strip()
    kept = tuple(dict.fromkeys(label for label in labels if len(label) < 50))
    for part in _parts(_definition(block)):
        gloss = _tidied(part, headword)
        if _says_something(gloss):
            yield RawSense(gloss, kept)


def _says_something(gloss: str) -> bool:
    """Return whether *gloss* is more than labels or an etymology."""
    return not (not _LETTERS.search(gloss) or _ONLY_A_LABEL.fullmatch(gloss) or _is_in_brackets(gloss))


def only_refers(gloss: str) -> bool:
    """Return whether *gloss* says nothing but where else to look."""
    return _REFERS.fullmatch(gloss) is not None


def readable(senses: tuple[RawSense, ...]) -> tuple[RawSense, ...]:
    """Return those of the *senses* of an entry that have no letter lost and define something; all where none does."""
    kept = tuple(sense for sense in senses if not _is_damaged(sense.gloss))
    return kept or senses


def _is_damaged(gloss: str) -> bool:
    """Return whether letters or signs of *gloss* are lost, so that it says less than it meant."""
    lost = ("?" in gloss or "#" in gloss) and _LOST.search(gloss)
    return bool(lost or _WITHOUT_A_SIGN.search(gloss))


def _definition(text: str) -> str:
    """Return what *text* defines, without what stands behind the definition and without its markup."""
    if any(sign in text for sign in _ENDS_IT) and (found := _BEHIND.search(text)):
        text = text[: found.start()]
    if "[" in text:
        text = _OF_FORMS.sub("", VARIANT.sub("", text))
    if "{" in text:
        text = _CONTRARY.sub("", text)
    text = text.replace("{", "").replace("}", "").replace("\\", "")
    while match := _HEAD_TWICE.match(text) or _SECOND_HEAD.match(text) or _ALSO_SPELLED.match(text):
        text = text[match.end() :]
    if "--" in text:
        text = _RUN_ON.sub("", text)
    if "--" in text or '"' in text:
        text = _QUOTE.sub(_unless_named, text)
    gloss = _FORM_OF.sub("a form of ", " ".join(text.split()).strip(" ;,-"))
    return _clean(gloss) or gloss


def _unless_named(quote: re.Match[str]) -> str:
    """Return nothing for what is quoted, or the quoted words where they are a name that the definition gives."""
    before = quote.string[: quote.start()].rstrip()
    return quote.group().partition("--")[0].rstrip() if _NAMES_IT.search(before) else ""


def _parts(gloss: str) -> list[str]:
    """Return the definitions of one sense that has several with a letter, (a) The barn owl. (b) The magpie; the first letter may be lost. What comes before
    them is the definition, if it says enough.
    """
    if "(" not in gloss:
        return [gloss]
    head, letter, _ = gloss.partition("(a) ")
    if letter and head:
        head = _LEADS_ON.sub("", head)
        if not head:
            return _parts(gloss[gloss.index(letter) :])
        return [f"{head}{'' if head.endswith(ENDS) else '.'}"] if len(head) > _SAYS else [gloss]
    return [part for part in _LETTERED.split(gloss.removeprefix("(a) ")) if part]


def _clean(gloss: str) -> str:
    """Return *gloss* without what is no part of a definition."""
    for sign, meant in _SIGNS.items():
        gloss = gloss.replace(sign, meant)
    for remains, signs in _TRIED:
        if any(sign in gloss for sign in signs):
            gloss = remains.sub("", gloss)
    return gloss.strip(" ;,")


def _tidied(gloss: str, headword: str) -> str:
    """Return the definition alone of *gloss*, which may have something before and behind it; nothing where all of it is that."""
    gloss = _MADE_OF_IT.sub("", _LOST_OPENING.sub("", gloss))
    found = _LEADING.match(gloss)
    while found:
        gloss = gloss[found.end() :]
        found = _LEADING.match(gloss) or _DOMAIN.match(gloss)
    gloss = _without_references(_without_plurals(gloss, headword))
    if gloss[:1].islower() and not _A_FORM.match(gloss):
        gloss = _EXAMPLE.sub("", gloss)
    gloss = _without_phrase(gloss, headword)
    if not only_refers(gloss):
        gloss = gloss[:-_END] + _without_stumps(gloss[-_END:], bool(_A_FORM.match(gloss)))
    if any(signs in gloss for signs in _CROWDED):
        gloss = _PUNCTUATION.sub(r"\1", gloss)
    gloss = gloss.strip(" ;,")
    if gloss.endswith(("..", ". .")):
        gloss = _STOPS.sub(".", gloss)
    if gloss.startswith("Hence"):
        gloss = _HENCE.sub("", gloss)
        gloss = gloss[:1].upper() + gloss[1:]
    return _closed(_shortened(gloss))


def _closed(gloss: str) -> str:
    """Return *gloss* without a bracket that is left open, and all that is left of what was in it; or with that closed where the definition ends in it, and opened
    before a Latin name.
    """
    if gloss.endswith((" [", " (")):
        return _closed(gloss[:-2].rstrip(" ,;"))
    opened, closed = gloss.count("("), gloss.count(")")
    if opened == closed or gloss.endswith("…"):
        return gloss
    if closed > opened:
        return _opened(gloss)
    if found := _LEFT_OPEN.search(gloss):
        return f"{gloss[: found.start()].rstrip(' ,;.')}."
    if found := _LATIN_NAME.search(gloss):
        return f"{gloss[: found.end()]}){gloss[found.end() :]}"
    stop = "." if gloss.endswith(".") else ""
    return f"{gloss.removesuffix('.')}){stop}" if _IN_BRACKETS.search(gloss) else gloss


def _opened(gloss: str) -> str:
    """Return *gloss* with a bracket before the Latin name that one is closed behind, which nothing opens."""
    depth = 0
    for place, char in enumerate(gloss):
        depth += {"(": 1, ")": -1}.get(char, 0)
        if depth < 0:
            name = _LATIN_NAME_BEFORE.search(gloss[:place])
            return f"{gloss[: name.start()]}({name.group(1)}{gloss[place:]}" if name else gloss
    return gloss


_LATIN_NAME_BEFORE = re.compile(r"(?<=[a-z] )\*?([A-Z][a-zæœ]{3,}(?: [A-Z]?[a-zæœ]{4,})?)$")
_LATIN_NAME = re.compile(
    r"\((?:[A-Z][a-zæœ]{4,}(?:[ ][a-zæœ]{4,})?|also called [a-z]+)(?=[,;] | of |\.?$)(?![^(]*\))"
)
"""A Latin name behind an open bracket, which it was to fill."""
_LEFT_OPEN = re.compile(
    r"\s*\((?:(?:(?:See|[Ss]yn|[Ff]ig|i|[Mm]arked thus|Abbrev|as of ca|ca?)\b[^()]{0,16}|(?:also |often |sometimes |commonly |usually )?called(?:, in \w+| in full| sometimes)?(?: also| an?| the)?|the)\.?$)"
    r"|[;,]?\s*(?:[Ss]pecif|[Ee]sp)[a-z]*\.? \([A-Z][a-z]+\.?$"
)
"""What is left of a reference, a label or a name behind an open bracket."""
_IN_BRACKETS = re.compile(r"\([a-z](?:(?!\. )[^();])*$")


def _without_phrase(gloss: str, headword: str) -> str:
    """Return *gloss* without the words with the *headword* that stand behind its last stop, for it is used so: Struck on the poop. pooped out"""
    head, _, tail = gloss.rpartition(". ")
    is_phrase = head and tail[:1].islower() and tail[-1].isalpha() and headword[:_STEM].lower() in tail
    return f"{head}." if is_phrase and not _GOES_ON.search(head) and not _GOING_ON.match(tail) else gloss


def _without_stumps(end: str, of_a_form: bool) -> str:
    """Return the *end* of a definition, which may be *of a form* of another word, without what is left there of what has been cut."""
    if "lso " in end:
        end = _OTHER_PART.sub("", end)
    if _DIGIT.search(end):
        end = _NUMBERS.sub("", end)
    while not of_a_form and _STOPPED.search(end) and (shorter := _STUMP.sub("", end)) != end:
        end = shorter
    end = _TAIL.sub("", end)
    return end if end.endswith(".") else _LONE.sub("", end)


def _without_plurals(gloss: str, headword: str) -> str:
    """Return *gloss* without the plurals of the *headword* that stand before it, and their labels."""
    if (found := _PLURAL.match(gloss)) and found.end():
        gloss = gloss[found.end() :]
        while (form := _OTHER_FORM.match(gloss)) and (
            (form.group(1)[0] == "-" or form.group(1)[:2].lower() == headword[:2].lower())
            or form.group().startswith(_LABELS)
        ):
            gloss = gloss[form.end() :]
        return _LEADING.sub("", gloss)
    if (found := _ITS_PLURAL.match(gloss)) and _is_plural(found.group(1), headword):
        return gloss[found.end() :]
    return gloss


def _without_references(gloss: str) -> str:
    """Return *gloss* without its references; the first of them where there is nothing else."""
    if not any(word in gloss for word in _SAYS_SO) or only_refers(gloss):
        return gloss
    left = _REFERS.sub("", gloss).strip(" ;,")
    first = _REFERS.match(gloss)
    return first.group() if first and not _LETTERS.search(left) else left


def _is_plural(word: str, headword: str) -> bool:
    return any(
        headword.endswith(old) and word.lower() == headword.removesuffix(old).lower() + new
        for old, new in _PLURAL_ENDINGS
    )


def _shortened(gloss: str) -> str:
    """Return *gloss* no longer than the limit, and whole: it ends where one of its sentences does, if that is not too short."""
    if len(gloss) <= GLOSS_LIMIT:
        return gloss
    cut = gloss[:GLOSS_LIMIT]
    end = max(cut.rfind(". "), cut.rfind("; "))
    return f"{cut[:end]}." if end >= _SHORTEST else cut.rsplit(" ", 1)[0] + " …"


def _is_in_brackets(gloss: str) -> bool:
    """Return whether *gloss* is an etymology or a remark alone, whose bracket may be left open."""
    return gloss.startswith("[") and ("]" not in gloss or gloss.endswith("]"))
