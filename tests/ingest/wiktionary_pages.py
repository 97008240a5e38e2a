"""Wiktionary's pages of some 150 words as wiktextract writes them, the same words in the ordinary sources, and what a person expects.

The shape is the extractor's, down to the fields that nobody reads; definitions are in our own words. :data:`WORDS` is the table, :func:`lines`
the file of it, and :func:`write_ordinary` writes a small SCOWL and a small WordNet of the same words.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

Made = dict[str, Any]
_FORMS = {
    "pl": ["plural"], "s": ["present", "singular", "third-person"], "ing": ["participle", "present"], "ed": ["past"], "pp": ["participle", "past"],
    "er": ["comparative"], "est": ["superlative"], "alt": ["alternative"], "old": ["alternative", "obsolete"],
}  # fmt: skip
_UNPRINTED = {"alt-of", "form-of", "abbreviation", "alternative", "misspelling", "pronunciation-spelling", "plural", "past", "participle", "present", "singular", "third-person", "clipping", "acronym", "initialism", "contraction", "plural-only"}  # fmt: skip
_HEADS = {"noun": "en-noun", "verb": "en-verb", "adj": "en-adj", "adv": "en-adv", "name": "en-proper noun", "intj": "en-interj", "contraction": "en-cont"}  # fmt: skip


class Word(NamedTuple):
    """A word: the code that a person expects under ``boggle`` (``open`` below three letters), its pages, and the ordinary sources.

    ``scowl`` has the names of the lists with it, ``wordnet`` its senses there as "part of speech: definition". ``alone`` is what is expected
    where Wiktionary is the only source, if that is something else.
    """

    word: str
    code: str
    pages: list[Made]
    scowl: str = ""
    wordnet: tuple[str, ...] = ()
    alone: str = ""


def sense(gloss: str, tags: str = "", *, of: str = "", form: str = "", topics: str = "", synonyms: str = "", **rest: Any) -> Made:  # fmt: skip
    """A sense with this definition; ``of`` is what it is another spelling of, ``form`` what it is a form of."""
    made: Made = {"links": [[word, word] for word in gloss.split()[:2]], "categories": ["English terms with quotations"]}  # fmt: skip
    given = sorted({*tags.split(), *(["alt-of"] if of else []), *(["form-of"] if form else [])})
    printed = [tag for tag in given if tag not in _UNPRINTED]
    if printed:
        made["raw_glosses"] = [f"({', '.join(printed)}) {gloss}"]
    made["glosses"] = [gloss]
    if topics:
        made["topics"] = topics.split()
    if given:
        made["tags"] = given
    if of:
        made["alt_of"] = [{"word": of}]
    if form:
        made["form_of"] = [{"word": form}]
    if synonyms:
        made["synonyms"] = [{"word": word.replace("_", " ")} for word in synonyms.split()]
    return made | rest


def page(word: str, pos: str, *senses: Made | str, origin: str = "", template: tuple[str, str] = ("", ""), forms: str = "", **rest: Any) -> Made:  # fmt: skip
    """An entry. *template* is the name of the one that opens the etymology, and what that is short for; *forms* are "kind:form" each."""
    name, full = template
    opening = f"{name.capitalize()} of {full}" if name else ""
    made: Made = {
        "word": word,
        "pos": pos,
        "senses": [sense(each) if isinstance(each, str) else each for each in senses],
        "head_templates": [{"name": _HEADS.get(pos, "head"), "args": {}, "expansion": f"{word} ({pos})"}],
        "categories": ["English lemmas", "Pages with entries"],
        "hyphenations": [{"parts": [word]}],
        "sounds": [{"ipa": "/x/", "tags": ["Received-Pronunciation"]}, {"rhymes": "-x"}],
    }
    if forms:
        parts = (each.split(":") for each in forms.split())
        made["forms"] = [{"form": form, "tags": _FORMS[kind]} for kind, form in parts]
    if opening or origin:
        made["etymology_text"] = opening + origin
        made["etymology_number"] = 1
    if name:
        made["etymology_templates"] = [{"name": name, "args": {"1": "en", "2": full}, "expansion": opening}]
    return made | {"lang": "English", "lang_code": "en"} | rest


def other(kind: str, of: str, tags: str = "", **rest: Any) -> Made:
    """A sense that points to another spelling: "Alternative letter-case form of FAQ."."""
    return sense(f"{kind} of {of}".rstrip(".") + ".", tags, of=of, **rest)


def plural(of: str, tags: str = "") -> Made:
    return sense(f"plural of {of}", f"plural {tags}", form=of)


def past(of: str, tags: str = "") -> Made:
    return sense(f"simple past and past participle of {of}", f"participle past {tags}", form=of)


def case(of: str) -> Made:
    return other("Alternative letter-case form", of)


def initials(of: str) -> Made:
    return other("Initialism", of, "abbreviation initialism")


def cut(of: str, tags: str = "") -> Made:
    return other("Clipping", of, f"abbreviation clipping {tags}")


def abbreviated(of: str) -> Made:
    return other("Abbreviation", of, "abbreviation")


WHEEL = "The rubber covering of a wheel."
LEGAL, NONE = "sense-admitted", "not-in-dictionary"
NAME, US, MARKED, SPELLED, SAID, JOINED, MARK, PART = (
    "proper-noun", "american-spelling", "marked-abbreviation", "initialism", "acronym", "contraction", "punctuated", "affix",
)  # fmt: skip

WORDS = [
    # Spellings of one region, by sense
    Word("tire", LEGAL, [page("tire", "verb", "To become weary.", forms="s:tires ing:tiring ed:tired pp:tired"), page("tire", "noun", other("American spelling", "tyre"), forms="pl:tires")], "english-words.20", ("verb: lose interest", f"noun: {WHEEL}")),
    Word("tires", LEGAL, [page("tires", "noun", plural("tire")), page("tires", "verb", sense("third-person singular simple present indicative of tire", "indicative present singular third-person", form="tire"))], "english-words.20"),
    Word("tyre", LEGAL, [page("tyre", "noun", sense(WHEEL, "British"), forms="pl:tyres")], "british-words.20", (f"noun: {WHEEL}",)),
    Word("gray", LEGAL, [page("gray", "adj", other("US standard spelling", "grey", "US standard"), forms="er:grayer est:grayest"), page("gray", "noun", "The unit of absorbed radiation.", forms="pl:grays")], "american-words.10 variant_1-words.10", ("noun: the unit of radiation", "adjective: of a colour between black and white")),
    Word("grey", LEGAL, [page("grey", "adj", "Between black and white.", forms="er:greyer est:greyest")], "british-words.10", ("adjective: of a colour between black and white",)),
    Word("color", US, [page("color", "noun", other("US standard spelling", "colour", "US standard"), forms="pl:colors")], "american-words.10", ("noun: a visual attribute",)),
    Word("colors", US, [page("colors", "noun", plural("color"))], "american-words.10"),
    Word("colour", LEGAL, [page("colour", "noun", "What light of one wavelength looks like.", forms="pl:colours alt:color")], "british-words.10", ("noun: a visual attribute",)),
    Word("favor", US, [page("favor", "noun", other("American standard spelling", "favour"), forms="pl:favors")], "american-words.10", ("noun: an act of kindness",)),
    Word("favour", LEGAL, [page("favour", "noun", "A kind act.", forms="pl:favours")], "british-words.10", ("noun: an act of kindness",)),
    Word("center", US, [page("center", "noun", other("US spelling", "centre"), forms="pl:centers"), page("center", "verb", other("US spelling", "centre"), forms="s:centers ing:centering ed:centered pp:centered")], "american-words.10", ("noun: the middle",)),
    Word("centered", US, [page("centered", "verb", past("center"))], "american-words.20", alone=US),
    Word("centre", LEGAL, [page("centre", "noun", "The middle.", forms="pl:centres"), page("centre", "verb", "To put in the middle.", forms="s:centres ing:centring ed:centred pp:centred")], "british-words.10", ("noun: the middle",)),
    Word("theater", US, [page("theater", "noun", other("American spelling", "theatre"), forms="pl:theaters")], "american-words.20", ("noun: a building for plays",)),
    Word("theatre", LEGAL, [page("theatre", "noun", "A building for plays.", forms="pl:theatres")], "british-words.20", ("noun: a building for plays",)),
    Word("traveler", US, [page("traveler", "noun", other("US standard spelling", "traveller", "US standard"), forms="pl:travelers")], "american-words.35", ("noun: who travels",)),
    Word("traveller", LEGAL, [page("traveller", "noun", "Who travels.", forms="pl:travellers")], "british-words.35", ("noun: who travels",)),
    Word("aluminium", LEGAL, [page("aluminium", "noun", sense("A light metal.", "uncountable"))], "british-words.35", ("noun: a light metal",)),
    Word("realize", LEGAL, [page("realize", "verb", sense("To come to know.", qualifier="American spelling and Oxford British English spelling"), forms="s:realizes ing:realizing ed:realized pp:realized")], "american-words.10 british_z-words.10", ("verb: come to know",)),
    Word("realise", LEGAL, [page("realise", "verb", other("Non-Oxford British English standard spelling", "realize"), forms="s:realises ing:realising ed:realised pp:realised")], "british-words.10", ("verb: come to know",)),
    Word("organize", LEGAL, [page("organize", "verb", other("American spelling", "organise", "US"), forms="s:organizes ing:organizing ed:organized pp:organized")], "american-words.10 british_z-words.10", ("verb: put in order",)),
    Word("analyze", US, [page("analyze", "verb", other("US standard spelling", "analyse", "US standard"), forms="s:analyzes ing:analyzing ed:analyzed pp:analyzed")], "american-words.20", ("verb: look at closely",)),
    Word("analyse", LEGAL, [page("analyse", "verb", "To look at closely.", forms="s:analyses ing:analysing ed:analysed pp:analysed")], "british-words.20", ("verb: look at closely",)),
    Word("plow", US, [page("plow", "noun", other("US standard spelling", "plough", "US standard"), forms="pl:plows")], "american-words.35", ("noun: a farm tool",)),
    Word("plough", LEGAL, [page("plough", "noun", "A farm tool that turns the soil.", forms="pl:ploughs")], "british-words.35", ("noun: a farm tool",)),
    Word("meter", LEGAL, [page("meter", "noun", other("US standard spelling", "metre", "US standard"), "A device that measures.", forms="pl:meters")], "english-words.20", ("noun: a unit of length", "noun: an instrument that measures")),
    Word("check", LEGAL, [page("check", "noun", "An inspection.", other("US spelling", "cheque"), forms="pl:checks")], "english-words.10", ("noun: an inspection",)),
    Word("mum", LEGAL, [page("mum", "noun", sense("Mother.", "British informal"), forms="pl:mums")], "english-words.20", ("noun: informal terms for a mother",)),
    Word("gotten", LEGAL, [page("gotten", "verb", sense("past participle of get", "US form-of participle past", form="get"))], "english-words.10", alone=LEGAL),
    Word("get", LEGAL, [page("get", "verb", "To come to have.", forms="s:gets ing:getting ed:got pp:gotten")], "english-words.10", ("verb: come into the possession of",)),
    Word("fall", LEGAL, [page("fall", "noun", sense("Autumn.", "US"), "A drop.", forms="pl:falls")], "english-words.10", ("noun: the season after summer",)),
    Word("sidewalk", LEGAL, [page("sidewalk", "noun", sense("A paved way for walkers beside a road.", "Canada US"), forms="pl:sidewalks")], "english-words.35", ("noun: a paved area for walkers",)),
    # Forms
    Word("queue", LEGAL, [page("queue", "noun", sense("An animal's tail.", "obsolete topics"), sense("A line of people who wait.", "British"), forms="pl:queues")], "english-words.10", ("noun: a line of people",)),
    Word("go", LEGAL, [page("go", "verb", "To move from a place to another.", forms="s:goes ing:going ed:went pp:gone")], "english-words.10", ("verb: move",)),
    Word("went", LEGAL, [page("went", "verb", sense("simple past of go", "past", form="go"), sense("past participle of go", "nonstandard participle past", form="go"))], "english-words.10"),
    Word("mouse", LEGAL, [page("mouse", "noun", "A small rodent.", forms="pl:mice")], "english-words.20", ("noun: a small rodent",)),
    Word("mice", LEGAL, [page("mice", "noun", plural("mouse"))], "english-words.20"),
    Word("ox", LEGAL, [page("ox", "noun", "An adult castrated bull.", forms="pl:oxen")], "english-words.20", ("noun: a draft animal",)),
    Word("oxen", LEGAL, [page("oxen", "noun", plural("ox"))], "english-words.35"),
    Word("run", LEGAL, [page("run", "verb", "To move fast on foot.", forms="s:runs ing:running ed:ran pp:run")], "english-words.10", ("verb: move fast",)),
    Word("running", LEGAL, [page("running", "verb", sense("present participle of run", "participle present", form="run"))], "english-words.10"),
    Word("runs", LEGAL, [page("runs", "noun", plural("run"))], "english-words.10"),
    Word("good", LEGAL, [page("good", "adj", "As it should be.", forms="er:better est:best")], "english-words.10", ("adjective: as it should be",)),
    Word("better", LEGAL, [page("better", "adj", sense("comparative form of good: more good", "comparative", form="good"))], "english-words.10"),
    Word("leave", LEGAL, [page("leave", "verb", "To go away from.", forms="s:leaves ing:leaving ed:left pp:left")], "english-words.10", ("verb: go away",)),
    Word("left", LEGAL, [page("left", "verb", past("leave")), page("left", "adj", "On the west side of who faces north.")], "english-words.10", ("adjective: on the side of the heart",)),
    Word("cats", LEGAL, [page("cats", "noun", plural("cat")), page("cat", "noun", "A small animal that purrs.", forms="pl:cats")], "english-words.20", ("noun: ",)),
    Word("wain", LEGAL, [page("wain", "noun", sense("A wagon.", "archaic literary", topics="poetry"), forms="pl:wains old:wayn")], "english-words.60", ("noun: a wagon",)),
    Word("brung", LEGAL, [page("brung", "verb", past("bring", "dialectal nonstandard"))], "english-words.80", alone=LEGAL),
    Word("bringeth", NONE, [page("bringeth", "verb", sense("third-person singular simple present indicative of bring", "archaic indicative present singular third-person", form="bring"))], "english-words.95", alone=LEGAL),
    Word("holpen", LEGAL, [page("holpen", "verb", sense("past participle of help", "archaic participle past", form="help"))], "english-words.70"),
    Word("octopi", LEGAL, [page("octopi", "noun", plural("octopus", "proscribed"))], "variant_2-words.35", alone=LEGAL),
    # Initials and acronyms
    Word("NASA", SAID, [page("NASA", "name", initials("National Aeronautics and Space Administration"))], "english-abbreviations.40", ("noun: an agency of the United States",), alone="initialism"),
    Word("BBC", SPELLED, [page("BBC", "name", initials("British Broadcasting Corporation"))], "english-abbreviations.50", alone=SPELLED),
    Word("FAQ", SPELLED, [page("FAQ", "noun", initials("frequently asked questions"), forms="pl:FAQs")], "english-abbreviations.50"),
    Word("faq", SPELLED, [page("faq", "noun", case("FAQ"), forms="pl:faqs")], "english-abbreviations.95"),
    Word("FAQs", SPELLED, [page("FAQs", "noun", plural("FAQ"))], "english-abbreviations.50"),
    Word("faqs", SPELLED, [page("faqs", "noun", plural("faq"))]),
    Word("ATM", SPELLED, [page("ATM", "noun", initials("automated teller machine"), forms="pl:ATMs")], "english-abbreviations.40"),
    Word("mph", SPELLED, [page("mph", "noun", initials("miles per hour"))], "english-abbreviations.40"),
    Word("asap", SAID, [page("asap", "adv", case("ASAP"))], "english-abbreviations.60"),
    Word("ASAP", SAID, [page("ASAP", "adv", initials("as soon as possible"))], "english-abbreviations.40"),
    Word("tv", SPELLED, [page("tv", "noun", case("TV"), forms="pl:tvs")], "english-abbreviations.95", alone=MARKED),
    Word("TV", SPELLED, [page("TV", "noun", abbreviated("television"), forms="pl:TVs")], "english-abbreviations.35", alone=MARKED),
    Word("ok", LEGAL, [page("ok", "adj", case("OK"))], "english-words.95", ("adjective: all right",), alone=SPELLED),
    Word("okay", LEGAL, [page("okay", "adj", other("Alternative form", "OK", "alternative"))], "english-words.35", ("adjective: all right",)),
    Word("yimby", SAID, [page("yimby", "noun", case("YIMBY"), forms="pl:yimbies")], "english-words.95"),
    Word("scuba", LEGAL, [page("scuba", "noun", "Gear for breathing under water.", template=("acronym", "self-contained underwater breathing apparatus"), origin=".")], "english-words.50", ("noun: a device for divers",)),
    Word("laser", LEGAL, [page("laser", "noun", "A device that makes a narrow beam of light.", template=("acronym", "light amplification by stimulated emission of radiation"), origin=", coined in 1957.", forms="pl:lasers")], "english-words.20", ("noun: a source of light",)),
    Word("radar", LEGAL, [page("radar", "noun", "A way to find far things by radio waves.", origin="Originally an acronym of radio detection and ranging.", forms="pl:radars")], "english-words.20", ("noun: a device",)),
    Word("taser", LEGAL, [page("taser", "noun", "A weapon that stuns.", template=("acronym", "Tom A. Swift's electric rifle"), origin=".", forms="pl:tasers")], "english-words.50"),
    Word("sonar", LEGAL, [page("sonar", "noun", "Finding things under water by echoes.", origin="Acronym of sound navigation and ranging.")], "english-words.50", ("noun: a device",)),
    Word("lidar", LEGAL, [page("lidar", "noun", "Finding distances by laser light.", origin="Blend of light + radar, later explained as an acronym.")], "english-words.80"),
    Word("gulag", LEGAL, [page("gulag", "noun", "A camp for forced labour.", origin="From Russian, an acronym.", forms="pl:gulags")], "english-words.50", ("noun: a camp",)),
    Word("snafu", LEGAL, [page("snafu", "noun", "A confused situation.", origin="Acronym of situation normal, all fouled up.", forms="pl:snafus")], "english-words.40", ("noun: a mess",)),
    Word("snuba", LEGAL, [page("snuba", "noun", "Diving with a hose to the air above.", origin="Acronym of surface nexus underwater breathing apparatus.")]),
    Word("PIN", SAID, [page("PIN", "noun", other("Acronym", "personal identification number", "abbreviation acronym"))], "english-abbreviations.40"),
    # Clippings and blends
    Word("flu", LEGAL, [page("flu", "noun", "Influenza.", template=("clipping", "influenza"), origin=".")], "english-words.35", ("noun: influenza",)),
    Word("fridge", LEGAL, [page("fridge", "noun", "A refrigerator.", origin="Shortened from refrigerator.", forms="pl:fridges")], "english-words.40", ("noun: a refrigerator",)),
    Word("app", LEGAL, [page("app", "noun", sense("A program for one purpose.", "abbreviation clipping", topics="computing"), forms="pl:apps")], "english-abbreviations.50", ("noun: a program",)),
    Word("apps", LEGAL, [page("apps", "noun", plural("app"))], "english-words.50"),
    Word("maths", LEGAL, [page("maths", "noun", cut("mathematics", "British uncountable"))], "british-abbreviations.35", ("noun: a science",)),
    Word("math", US, [page("math", "noun", cut("mathematics", "US uncountable"))], "american-words.35", ("noun: a science",), alone=LEGAL),
    Word("blog", LEGAL, [page("blog", "noun", "A journal on a website.", template=("clipping", "weblog"), origin=", coined in 1999.", forms="pl:blogs")], "english-words.35", ("noun: an online journal",)),
    Word("exam", LEGAL, [page("exam", "noun", cut("examination"), forms="pl:exams")], "english-words.20", ("noun: a set of questions",)),
    Word("lab", LEGAL, [page("lab", "noun", other("Short for", "laboratory", "abbreviation") | {"glosses": ["Short for laboratory."]}, forms="pl:labs")], "english-words.20", ("noun: a workplace for science",)),
    Word("limo", LEGAL, [page("limo", "noun", cut("limousine", "informal"), forms="pl:limos")], "english-words.40", ("noun: a large car",)),
    Word("mob", LEGAL, [page("mob", "noun", "A crowd.", origin="Clipping of Latin mobile vulgus (“fickle crowd”).", forms="pl:mobs")], "english-words.20", ("noun: a crowd",)),
    Word("brunch", LEGAL, [page("brunch", "noun", "A late breakfast.", origin="Blend of breakfast + lunch.", forms="pl:brunches")], "english-words.35", ("noun: a late breakfast",)),
    Word("smog", LEGAL, [page("smog", "noun", "Smoky fog.", origin="Blend of smoke + fog.", forms="pl:smogs")], "english-words.35", ("noun: fog with smoke",)),
    Word("bus", LEGAL, [page("bus", "noun", "A large road vehicle.", template=("clipping", "omnibus"), origin=".", forms="pl:buses")], "english-words.10", ("noun: a vehicle",)),
    Word("emcee", LEGAL, [page("emcee", "noun", "Master of ceremonies.", origin="Pronunciation spelling of MC.", forms="pl:emcees")], "english-words.40", ("noun: a host",)),
    Word("pixel", LEGAL, [page("pixel", "noun", "A dot of a picture.", origin="Blend of pix + element.", forms="pl:pixels")], "english-words.40", ("noun: a dot",)),
    Word("frenemy", LEGAL, [page("frenemy", "noun", sense("Who is a friend and an enemy.", "informal"), origin="Blend of friend + enemy.", forms="pl:frenemies")], "english-words.60"),
    # Abbreviations in lower case
    Word("govt", MARKED, [page("govt", "noun", abbreviated("government"))], "english-abbreviations.50"),
    Word("dept", MARKED, [page("dept", "noun", abbreviated("department"), forms="pl:depts")], "english-abbreviations.40"),
    Word("approx", MARKED, [page("approx", "adv", abbreviated("approximately")), page("approx", "noun", abbreviated("approximation"))], "english-abbreviations.40"),
    Word("assoc", MARKED, [page("assoc", "noun", other("Alternative form", "assoc.", "alternative"))], "english-abbreviations.40"),
    Word("etc", MARKED, [page("etc", "adv", other("Alternative spelling", "etc.", "alternative"))], "english-abbreviations.40"),
    Word("vs", MARKED, [page("vs", "prep", other("Alternative spelling", "vs.", "alternative"))], "english-abbreviations.40"),
    Word("pm", SPELLED, [page("pm", "adv", other("Alternative spelling", "p.m.", "alternative"))], "english-abbreviations.60"),
    Word("phd", SPELLED, [page("phd", "noun", case("PhD"))], "english-words.95", alone=NAME),
    Word("tsp", MARKED, [page("tsp", "noun", abbreviated("teaspoon"))], "english-abbreviations.40"),
    Word("Mr", MARKED, [page("Mr", "noun", abbreviated("mister"))], "english-abbreviations.10"),
    Word("Hz", MARKED, [page("Hz", "symbol", "Symbol for the unit of frequency.")], "english-abbreviations.40"),
    Word("Wb", MARKED, [page("Wb", "symbol", "Symbol for the weber.")]),
    # Contractions
    Word("can't", JOINED, [page("can't", "contraction", other("Contraction", "can not", "abbreviation contraction"))], "english-contractions.10"),
    Word("ain't", JOINED, [page("ain't", "contraction", sense("Am not.", "dialectal informal nonstandard"))], "english-contractions.35"),
    Word("don't", JOINED, [page("don't", "verb", other("Contraction", "do not", "abbreviation contraction"))], "english-contractions.10"),
    Word("dont", JOINED, [page("dont", "contraction", other("Nonstandard spelling", "don't", "nonstandard"))], "english-words.95"),
    Word("yall", JOINED, [page("yall", "pron", other("Alternative spelling", "y'all", "alternative"))]),
    Word("y'all", JOINED, [page("y'all", "contraction", sense("You all.", "Southern-US"))], "english-contractions.40"),
    Word("gonna", LEGAL, [page("gonna", "contraction", other("Contraction", "going to", "abbreviation colloquial contraction"))], "english-words.35"),
    Word("dunno", LEGAL, [page("dunno", "contraction", other("Contraction", "don't know", "abbreviation colloquial contraction"))], "english-words.35"),
    # Names, and words spelled like them
    Word("London", NAME, [page("London", "name", "The capital of England.")], "english-upper.50", ("noun: the capital of England @instance",)),
    Word("london", NAME, [page("london", "name", case("London"))], "english-words.95"),
    Word("china", LEGAL, [page("china", "noun", "Fine porcelain."), page("China", "name", "A country.")], "english-words.35 english-upper.50:China", ("noun: porcelain",)),
    Word("China", LEGAL, [page("China", "name", "A large country in Asia.")], alone=LEGAL),
    Word("polish", LEGAL, [page("polish", "verb", "To make bright.", forms="s:polishes ing:polishing ed:polished pp:polished"), page("Polish", "adj", "Of Poland.")], "english-words.20 english-upper.40:Polish", ("verb: make shiny",)),
    Word("turkey", LEGAL, [page("turkey", "noun", "A large bird.", forms="pl:turkeys"), page("Turkey", "name", "A country.")], "english-words.35 english-upper.50:Turkey", ("noun: a large bird",)),
    Word("may", LEGAL, [page("may", "verb", "To be allowed to."), page("May", "name", "The fifth month.")], "english-words.10 english-upper.35:May", ("noun: the hawthorn",)),
    Word("iPhone", NAME, [page("iPhone", "name", sense("A smartphone of one maker.", "trademark"), forms="pl:iPhones")], "english-proper-names.50"),
    Word("Google", LEGAL, [page("Google", "name", "A search engine."), page("google", "verb", sense("To search for on the internet.", "informal"), forms="s:googles ing:googling ed:googled pp:googled")], "english-proper-names.50 english-words.50:google"),
    Word("smith", LEGAL, [page("smith", "noun", "A craftsman in metal.", forms="pl:smiths"), page("Smith", "name", sense("A surname.", "countable"))], "english-words.20 english-upper.50:Smith", ("noun: who works metal",)),
    Word("james", NAME, [page("James", "name", sense("A male given name.", "countable uncountable"), forms="pl:Jameses")], "english-words.80 english-upper.50:James"),
    Word("texas", LEGAL, [page("texas", "name", case("Texas")), page("Texas", "name", "A state.")], "english-words.80 english-upper.50:Texas", alone=NAME),
    Word("oslo", NAME, [page("oslo", "noun", case("Oslo"))], "english-upper.50:Oslo"),
    Word("internet", LEGAL, [page("internet", "noun", "A network of networks.", case("Internet"), forms="pl:internets")], "english-words.35 english-upper.40:Internet", ("noun: a computer network",)),
    Word("herculean", LEGAL, [page("herculean", "adj", case("Herculean"))], "english-words.50", ("adjective: extremely difficult",), alone=NAME),
    Word("hell", LEGAL, [page("hell", "name", "The place of the damned."), page("hell", "noun", "A state of torment.", forms="pl:hells")], "english-words.10", ("noun: any place of torment",)),
    Word("bill", LEGAL, [page("bill", "noun", "A request for payment.", forms="pl:bills"), page("Bill", "name", "A male given name.")], "english-words.10 english-upper.40:Bill", ("noun: a request for payment",)),
    Word("Londoner", NAME, [page("Londoner", "noun", "Who lives in London.", forms="pl:Londoners")], "english-upper.50"),
    Word("genus", LEGAL, [page("genus", "noun", "A rank in the classification of living things.", forms="pl:genera")], "english-words.35", ("noun: a group of species",)),
    # Misspellings, old spellings, spellings of speech
    Word("teh", NONE, [page("teh", "article", other("Deliberate misspelling", "the", "Internet deliberate misspelling"))]),
    Word("definately", NONE, [page("definately", "adv", other("Misspelling", "definitely", "misspelling"))]),
    Word("recieve", NONE, [page("recieve", "verb", other("Misspelling", "receive", "misspelling"), forms="s:recieves ing:recieving ed:recieved pp:recieved")]),
    Word("recieved", NONE, [page("recieved", "verb", past("recieve"))]),
    Word("alot", NONE, [page("alot", "adv", other("Misspelling", "a lot", "misspelling"))]),
    Word("peninsular", LEGAL, [page("peninsular", "noun", "Who lives on a peninsula.", other("Misspelling", "peninsula", "misspelling")), page("peninsular", "adj", "Of a peninsula.")], "english-words.50", ("adjective: of a peninsula",)),
    Word("sez", LEGAL, [page("sez", "verb", other("Pronunciation spelling", "says", "pronunciation-spelling"))], "english-words.80"),
    Word("wuz", NONE, [page("wuz", "verb", other("Pronunciation spelling", "was", "pronunciation-spelling"))], alone=LEGAL),
    Word("enuff", NONE, [page("enuff", "adv", other("Eye dialect spelling", "enough", "pronunciation-spelling"))], alone=LEGAL),
    Word("noone", NONE, [page("noone", "pron", other("Nonstandard spelling", "no one", "nonstandard"))], alone=LEGAL),
    Word("irregardless", LEGAL, [page("irregardless", "adv", sense("Irrespective.", "US nonstandard proscribed"))], "english-words.70", ("adverb: regardless",)),
    Word("faucon", NONE, [page("faucon", "noun", other("Obsolete form", "falcon", "obsolete"))], alone=LEGAL),
    Word("synonyme", LEGAL, [page("synonyme", "noun", other("Archaic form", "synonym", "archaic"), forms="pl:synonymes")], "english-words.80"),
    Word("connexion", LEGAL, [page("connexion", "noun", other("Dated spelling", "connection", "British dated"))], "british_variant_1-words.10", ("noun: a relation",)),
    Word("magyckal", NONE, [page("magyckal", "adj", other("Archaic spelling", "magical", "archaic"))], alone=LEGAL),
    Word("quomodocunquize", NONE, [page("quomodocunquize", "verb", sense("To make money in any way.", "nonce-word"))], alone=LEGAL),
    Word("cantle", LEGAL, [page("cantle", "noun", sense("A splinter.", "obsolete"), "The raised back of a saddle.", forms="pl:cantles")], "english-words.80"),
    Word("doomscroll", LEGAL, [page("doomscroll", "verb", sense("To read bad news without end.", "slang"), forms="s:doomscrolls ing:doomscrolling ed:doomscrolled pp:doomscrolled")]),
    Word("doomscrolled", LEGAL, [page("doomscrolled", "verb", past("doomscroll"))]),
    Word("anymore", LEGAL, [page("anymore", "adv", "From now on.")], "english-words.40", ("adverb: at the present",)),
    Word("alright", LEGAL, [page("alright", "adj", other("Alternative form", "all right", "nonstandard"))], "english-words.40", ("adjective: fine",)),
    Word("teapot", LEGAL, [page("tea-pot", "noun", other("Alternative spelling", "teapot", "alternative")), page("teapot", "noun", "A vessel for tea.", forms="pl:teapots")], "english-words.20", ("noun: a pot",)),
    Word("dogsbody", LEGAL, [page("dogs-body", "noun", other("Alternative form", "dogsbody", "alternative"))], "english-words.80", alone=MARK),
    Word("today", LEGAL, [page("today", "adv", "On this day."), page("to-day", "adv", other("Archaic spelling", "today", "archaic"))], "english-words.10", ("noun: this day",)),
    Word("email", LEGAL, [page("email", "noun", other("Alternative spelling", "e-mail", "alternative"), forms="pl:emails"), page("e-mail", "noun", "A message by computer.")], "english-words.35", ("noun: a message",)),
    # Parts of words, letters, phrases, other languages
    Word("ness", LEGAL, [page("-ness", "suffix", "Makes nouns of quality."), page("ness", "noun", "A headland.", forms="pl:nesses")], "english-words.70"),
    Word("ism", LEGAL, [page("-ism", "suffix", "Makes nouns of doctrine."), page("ism", "noun", "A doctrine.", forms="pl:isms")], "english-words.50", ("noun: a belief",)),
    Word("pseudo-", LEGAL, [page("pseudo-", "prefix", "False.")], alone=PART),
    Word("ity", PART, [page("-ity", "suffix", "Makes nouns of quality.")]),
    Word("bs", SPELLED, [page("bs", "noun", plural("b")), page("b", "character", "The second letter of the alphabet.", forms="pl:bs")], "english-words.80", ("noun: ",), alone=NONE),
    Word("xs", NONE, [page("xs", "noun", plural("x")), page("x", "noun", "The name of the letter X.", forms="pl:xs")]),
    Word("kick the bucket", MARK, [page("kick the bucket", "verb", sense("To die.", "idiomatic"), forms="s:kicks_the_bucket")]),
    Word("goodbye", LEGAL, [page("goodbye", "intj", "Said by who leaves."), page("good-bye", "intj", other("Alternative spelling", "goodbye", "alternative"))], "english-words.20", ("noun: a farewell",)),
    Word("fromage", NONE, [page("fromage", "noun", "Cheese.", lang="French", lang_code="fr")]),
    Word("cm", MARKED, [page("cm", "symbol", "Symbol for centimetre.", lang="Translingual", lang_code="mul")], alone=NONE),
    Word("nd", NONE, [page("2nd", "adj", other("Abbreviation", "second", "abbreviation"))]),
    Word("o'clock", JOINED, [page("o'clock", "adv", "By the clock.")], "english-contractions.35", ("adverb: by the clock",), alone=MARK),
]  # fmt: skip


def lines(words: list[Word] = WORDS) -> str:
    """The pages of the *words*, a JSON object each."""
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for word in words for each in word.pages)


def write_ordinary(folder: Path, words: list[Word] = WORDS) -> None:
    """Write the ordinary sources of the *words* to ``scowl`` and ``wordnet`` in *folder*."""
    lists: dict[str, list[str]] = {}
    for word in words:
        for place in word.scowl.split():
            name, _, spelled = place.partition(":")
            lists.setdefault(name, []).append(spelled or word.word)
    scowl = folder / "scowl"
    scowl.mkdir(parents=True)
    for name, listed in lists.items():
        (scowl / name).write_text("".join(f"{each}\n" for each in dict.fromkeys(listed)))
    wordnet = folder / "wordnet"
    wordnet.mkdir()
    for pos, text in _synsets(words):
        with (wordnet / f"data.{pos}").open("a") as file:
            file.write(text)
    (wordnet / "verb.exc").write_text("went go\ngotten get\nleft leave\nran run\nrunning run\n")
    (wordnet / "noun.exc").write_text("mice mouse\noxen ox\n")
    (wordnet / "adj.exc").write_text("better good\n")
    (folder / "contractions").mkdir()
    contracted = {"can't": "can not", "ain't": "am not", "don't": "do not", "y'all": "you all"}
    for name, table in {"contractions": contracted, "slang": {}, "leftovers": {}}.items():
        (folder / "contractions" / f"{name}_dict.json").write_text(json.dumps(table))
    (folder / "cmudict").mkdir()
    (folder / "cmudict" / "cmudict.dict").write_text("ok OW2 K EY1\n")


def _synsets(words: list[Word]) -> Iterator[tuple[str, str]]:
    numbers = count(1)
    for pos, (name, letter) in {"noun": ("noun", "n"), "verb": ("verb", "v"), "adj": ("adjective", "a"), "adv": ("adverb", "r")}.items():  # fmt: skip
        yield pos, f"{next(numbers):08} 03 {letter} 01 entity 0 000 | what is there  \n"
        for word in words:
            for each in word.wordnet:
                kind, gloss = each.split(": ")
                if kind == name and gloss:
                    gloss, instance, _ = gloss.partition(" @instance")
                    pointers = "001 @i 00000001 n 0000" if instance else "000"
                    yield pos, f"{next(numbers):08} 03 {letter} 01 {word.word} 0 {pointers} | {gloss}  \n"
