"""The words that the sites are asked for in the tests: what each dictionary is made to say of them, and what the build concludes.

A line is a sense: word | part of speech as printed | labels | definition | conclusion. Lines of one word and part of speech follow
each other. In braces stands what a definition links to. Every definition is the tests' own. The conclusion is written by
:func:`tests.scrapers.concluded.conclusion`; a form of another word concludes nothing by itself but that it is one ("of cat").

``WIKTIONARY`` is written as Wiktionary writes, ``COLLINS`` as the Collins English Dictionary does.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Line(NamedTuple):
    """One sense as a dictionary prints it."""

    word: str
    pos: str
    labels: tuple[str, ...]
    definition: str
    conclusion: str

    @property
    def gloss(self) -> str:
        """The definition in words."""
        return re.sub(r"[{}]", "", self.definition)

    @property
    def link(self) -> str:
        """The word that the definition links to, if any."""
        found = re.search(r"\{(.*?)\}", self.definition)
        return found[1] if found else ""


def lines(table: str) -> list[Line]:
    found = []
    for row in table.strip().splitlines():
        word, pos, labels, definition, conclusion = (cell.strip() for cell in row.split("|"))
        printed = tuple(label for label in labels.split(", ") if label)
        found.append(Line(word, pos, printed, definition, conclusion))
    return found


MISSING = ("qzxv", "blarghle", "forx", "zzyxq")
"""Words that no dictionary has."""

SINGLE = (
    "fridge", "gym", "exam", "phone", "scuba", "laser", "radar", "dr", "trig", "china", "colour", "color", "zed", "cat", "dog",
    "go", "big", "cow", "lab", "flu", "wanna", "bloke", "cats", "went", "goes", "going", "gone", "bigger", "mouse", "mice", "good",
    "better",
)  # fmt: skip
"""Ordinary words of the word list that the tests build with."""

ETYMOLOGIES = {
    "scuba": "Acronym of self-contained underwater breathing apparatus.",
    "laser": "From the initials of a phrase about light.",
    "radar": "Acronym of radio detection and ranging.",
    "bass": "From an old word for low.",
}
FORMS = {
    "gym": {"plural": "gyms"},
    "fridge": {"plural": "fridges"},
    "cat": {"plural": "cats"},
    "go": {
        "third-person singular simple present": "goes",
        "present participle": "going",
        "simple past": "went",
        "past participle": "gone",
    },
    "big": {"comparative": "bigger", "superlative": "biggest"},
    "scuba": {"plural": "scubas"},
}

WIKTIONARY = lines(
    """
    FBI | Proper noun | | Initialism of {Federal Bureau of Investigation}. | initialism marked proper
    BBC | Proper noun | British | Initialism of {British Broadcasting Corporation}. | initialism marked proper british
    faq | Noun | | Initialism of {frequently asked questions}. | initialism marked
    DVD | Noun | | Initialism of {digital versatile disc}. | initialism marked
    ATM | Noun | | Initialism of {automated teller machine}. | initialism marked
    lol | Interjection | Internet slang | Initialism of {laugh out loud}. | initialism marked slang
    NATO | Proper noun | | Acronym of {North Atlantic Treaty Organization}. | acronym marked proper
    UNICEF | Proper noun | | Acronym of {United Nations International Children's Emergency Fund}. | acronym marked proper
    RAM | Noun | computing | Acronym of {random-access memory}. | acronym marked
    awol | Adjective | military | Acronym of {absent without leave}. | acronym lexicalised
    they'll | Contraction | | Contraction of {they will}. | contraction marked punctuated
    y'all | Contraction | Southern US | Contraction of {you all}. | contraction marked punctuated american
    don't | Contraction | | Contraction of {do not}. | contraction marked punctuated
    gonna | Contraction | colloquial | Contraction of {going to}. | contraction lexicalised informal
    wanna | Contraction | informal | Contraction of {want to}. | contraction lexicalised informal
    dr | Noun | | Abbreviation of {doctor}. | clipping marked
    Mr | Noun | | Abbreviation of {mister}. | untyped marked
    sgt | Noun | | Abbreviation of {sergeant}. | clipping marked
    approx | Adverb | | Abbreviation of {approximately}. | clipping marked
    fridge | Noun | | Clipping of {refrigerator}. | clipping lexicalised
    gym | Noun | informal | Short for {gymnasium}. | clipping lexicalised informal
    exam | Noun | | Clipping of {examination}. | clipping lexicalised
    lab | Noun | | Clipping of {laboratory}. | clipping lexicalised
    phone | Noun | | Clipping of {telephone}. | clipping lexicalised
    flu | Noun | | Clipping of {influenza}. | clipping lexicalised
    scuba | Noun | | A tank and hose for breathing below the water. | acronym lexicalised
    laser | Noun | | A lamp whose light keeps together. | acronym lexicalised
    radar | Noun | | A way to find things by the echo of a wave. | acronym lexicalised
    Paris | Proper noun | | The chief town of the French. | proper
    Jupiter | Proper noun | | The largest of the planets. | proper
    china | Noun | | Fine ware of baked clay. | -
    China | Proper noun | | A large country of the east. | proper
    Bobby | Proper noun | | {Robert}, among friends. | proper
    colour | Noun | | What the eye tells of light. | -
    color | Noun | US | US standard spelling of {colour}. | american american-spelling
    honour | Verb | | British standard spelling of {honor}. | british-spelling
    aluminum | Noun | Canada | American spelling of {aluminium}. | canadian american-spelling
    zed | Noun | British, Canada | The name of the last letter. | british canadian
    zee | Noun | US | The name of the last letter. | american
    sidewalk | Noun | chiefly US | A path beside a street. | american
    wrench | Noun | Australia, New Zealand | A tool that turns a nut. | australian
    cats | Noun | | plural of {cat} | of cat
    went | Verb | | simple past of {go} | of go
    goes | Verb | | third-person singular simple present indicative of {go} | of go
    going | Verb | | present participle and gerund of {go} | of go
    bigger | Adjective | | comparative form of {big}: more big | of big
    kine | Noun | archaic | plural of {cow} | archaic form
    cat | Noun | | A small beast that purrs. | -
    go | Verb | | To leave for another place. | -
    big | Adjective | | Of more than common size. | -
    trig | Noun | | Abbreviation of {trigonometry}. | clipping marked
    trig | Adjective | archaic | Neat; in good order. | archaic
    bass | Noun | music | A low voice. | -
    bass | Adjective | | Low in pitch. | -
    bow | Noun | | A bent stick that shoots. | -
    bow | Verb | | To bend as a greeting. | -
    un- | Prefix | | The contrary of. | affix punctuated
    -ness | Suffix | | The state of being so. | affix punctuated
    tele- | Prefix | | From afar. | affix punctuated
    quid pro quo | Noun | | One thing for another. | spaced
    ice cream | Noun | | A frozen sweet. | spaced
    in situ | Adverb | | In its own place. | spaced
    thou | Pronoun | archaic, dialectal | You, when you are one. | archaic dialect first
    bloke | Noun | Britain, informal | A man. | informal british
    arse | Noun | vulgar, British | What one sits on. | vulgar british
    musick | Noun | | Obsolete spelling of {music}. | obsolete form
    wimmin | Noun | now chiefly dialectal | Eye dialect spelling of {women}. | dialect nonstandard form
    gadzooks | Interjection | dated or humorous | A mild oath. | contraction lexicalised dated
    cozen | Verb | now rare | To cheat. | rare
    café | Noun | | A house that sells coffee. | -
    T-shirt | Noun | | A shirt of the shape of a letter. | punctuated
    e.g. | Phrase | | Abbreviation of {exempli gratia}. | initialism marked punctuated
    """
)

COLLINS = lines(
    """
    FBI | abbreviation for | | Federal Bureau of Investigation | initialism marked proper
    BBC | abbreviation for | | British Broadcasting Corporation | initialism marked proper
    faq | abbreviation for | | frequently asked question | untyped marked
    DVD | abbreviation for | | digital versatile disc | initialism marked
    ATM | abbreviation for | | automated teller machine | initialism marked
    lol | abbreviation for | informal | laughing out loud | untyped marked informal
    NATO | acronym for | | North Atlantic Treaty Organization | acronym marked proper
    UNICEF | acronym for | | United Nations Fund | acronym marked proper
    RAM | acronym for | computing | random access memory | acronym marked
    awol | abbreviation for | military | absent without leave | acronym lexicalised
    they'll | contraction of | | they will or they shall | contraction marked punctuated
    y'all | contraction of | US | you all | contraction marked punctuated american
    don't | contraction of | | do not | contraction marked punctuated
    gonna | verb | slang | contraction of {going to} | contraction lexicalised slang
    wanna | verb | slang | contraction of {want to} | contraction lexicalised slang
    dr | abbreviation for | | doctor | clipping marked
    Mr | noun | | abbreviation for {mister} | untyped marked
    sgt | abbreviation for | | sergeant | clipping marked
    approx | abbreviation for | | approximately | clipping marked
    fridge | noun | informal | short for {refrigerator} | clipping lexicalised informal
    gym | noun | | short for {gymnasium} | clipping lexicalised
    exam | noun | | short for {examination} | clipping lexicalised
    lab | noun | informal | short for {laboratory} | clipping lexicalised informal
    phone | noun | | short for {telephone} | clipping lexicalised
    flu | noun | informal | short for {influenza} | clipping lexicalised informal
    scuba | noun | | a tank and hose for breathing below the water | acronym lexicalised
    laser | noun | | a lamp whose light keeps together | acronym lexicalised
    radar | noun | | a way to find things by the echo of a wave | acronym lexicalised
    Paris | noun | | the chief town of the French | proper
    Jupiter | noun | | the largest of the planets | proper
    china | noun | | fine ware of baked clay | -
    Bobby | noun | | a name for a friend called Robert | proper
    colour | noun | | what the eye tells of light | -
    color | noun | | the US spelling of {colour} | american-spelling
    honor | verb | | the US spelling of {honour} | american-spelling
    zed | noun | British | the name of the last letter | british
    zee | noun | | the US word for {zed} | -
    sidewalk | noun | US and Canadian | a path beside a street | american canadian
    wrench | noun | Australian | a tool that turns a nut | australian
    mice | noun | | the plural of {mouse} | of mouse
    went | verb | | the past tense of {go} | of go
    gone | verb | | the past participle of {go} | of go
    better | adjective | | the comparative of {good} | of good
    kine | noun | | an archaic plural of {cow} | archaic form
    cat | noun | | a small beast that purrs | -
    mouse | noun | | a smaller beast that squeaks | -
    good | adjective | | as it should be | -
    go | verb | | to leave for another place | -
    big | adjective | | of more than common size | -
    trig | noun | informal | short for {trigonometry} | clipping marked informal
    trig | adjective | archaic | neat; in good order | archaic
    bass | noun | music | a low voice | -
    bass | adjective | | low in pitch | -
    bow | noun | | a bent stick that shoots | -
    bow | verb | | to bend as a greeting | -
    un- | prefix | | the contrary of | affix punctuated
    -ness | suffix | | the state of being so | affix punctuated
    tele- | combining form | | from afar | affix punctuated
    quid pro quo | noun | | one thing for another | spaced
    ice cream | noun | | a frozen sweet | spaced
    in situ | adverb | | in its own place | spaced
    thou | pronoun | archaic | you, when you are one | archaic first
    bloke | noun | British, informal | a man | informal british
    arse | noun | British, vulgar, slang | what one sits on | slang vulgar british
    musick | noun | | an obsolete spelling of {music} | obsolete form
    eftsoons | adverb | | an archaic word for {soon} | archaic form
    gadzooks | interjection | old-fashioned | a mild oath | contraction lexicalised archaic
    cozen | verb | literary | to cheat | literary
    café | noun | | a house that sells coffee | -
    T-shirt | noun | | a shirt of the shape of a letter | punctuated
    km | symbol for | | kilometre | clipping marked
    """
)
