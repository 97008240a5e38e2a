"""Which forms an entry is linked to."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.ingest.bases import Bases
from adjudicator.ingest.classified import Classified
from adjudicator.ingest.classify.chance import endings_in
from adjudicator.ingest.classify.derive import Doubt
from adjudicator.ingest.classify.world import World
from adjudicator.ingest.derivations import Derivations
from adjudicator.ingest.deriver import Deriver
from adjudicator.ingest.halves import Stretch
from adjudicator.ingest.link import Headword, inflections, links_of, rank_of
from adjudicator.ingest.stage import Stage
from adjudicator.resources import config_dir


def _forms(display: str, world: World) -> list[str]:
    head = Headword(
        1,
        display,
        display.lower(),
        "noun",
        (),
        (),
        False,
        abbreviation=True,
        contraction=False,
        source="wordnet",
        rank=0,
    )
    return [link.display for link in links_of(head, lambda lemma, pos: (), world)]


def test_the_plural_of_an_abbreviation_in_capitals(tmp_path: Path) -> None:
    """DVD has DVDs, unless a list has the plural as a word (cores) or as an abbreviation of its own (CDS)."""
    world = World(tmp_path)
    world.sizes["cores"] = 20
    world.abbreviation_listings["CDS"] = 50
    assert _forms("DVD", world) == ["DVD", "DVDs"]
    assert _forms("CORE", world) == ["CORE"]
    assert _forms("CD", world) == ["CD"]


BASES = {
    "advert": ("noun", 20), "belt": ("noun", 20), "card": ("noun", 20), "coming": ("noun", 10), "dandy": ("noun", 40), "federal": ("adjective", 20), "frill": ("noun", 35), "germane": ("adjective", 35), "mange": ("noun", 35),
    "glacis": ("noun", 70), "lore": ("noun", 35), "glace": ("noun", 70), "keyboard": ("noun", 35), "scapegoat": ("noun", 35), "she": ("pronoun", 10), "store": ("noun", 10), "picrate": ("noun", 70), "steal": ("verb", 10),
    "stere": ("noun", 70), "tutor": ("noun", 35), "vocable": ("noun", 70), "well": ("noun", 10),
}  # fmt: skip
"""Base → its part of speech and its size in the list."""
PERSONS = {"scapegoat", "tutor"}


@pytest.mark.parametrize(
    ("key", "doubt"),
    [
        # the ending takes the base as another part of speech
        ("adverting", Doubt.AS_VERB),
        ("scapegoated", Doubt.AS_VERB | Doubt.CONJUGATED),
        # but not a noun in -ate, and no verb that has another past
        ("picrated", Doubt.HIDDEN),
        ("stealed", Doubt.HIDDEN | Doubt.PARTICIPLE),
        ("shes", Doubt.AS_NOUN | Doubt.PLURAL),
        # or as an ornament, which a person is not
        ("belted", Doubt(0)),
        ("tutored", Doubt.HIDDEN),
        # people in -er work with a thing
        ("keyboarder", Doubt(0)),
        ("dandier", Doubt.HIDDEN),
        # in a compound it is seldom the most used sense that is meant; behind a learned or rare prefix the base is there by chance
        ("unfederal", Doubt(0)),
        ("beltstore", Doubt.COMPOUND),
        ("isostore", Doubt.HIDDEN),
        ("provocable", Doubt.HIDDEN),
        # so is a short rare base, one of a clipping, and a common word in another spelling of it
        ("steric", Doubt.HIDDEN),
        ("wellie", Doubt.HIDDEN),
        # so is one before a learned ending, one that another verb or a name has in it, and one that cannot be more so
        ("mangal", Doubt.HIDDEN),
        ("federalist", Doubt(0)),
        ("comingling", Doubt.HIDDEN),
        ("germanism", Doubt.HIDDEN),
        ("cardy", Doubt.HIDDEN),
        ("frilly", Doubt(0)),
        ("stoure", Doubt.HIDDEN | Doubt.RESPELLED),
        ("loures", Doubt.HIDDEN | Doubt.RESPELLED | Doubt.PLURAL),
        # a plural is of what it would be in English first, and has no other
        ("glaces", Doubt.PLURAL | Doubt.FORM),
    ],
)
def test_a_derivation_says_what_is_in_doubt(tmp_path: Path, key: str, doubt: Doubt) -> None:
    """Which sense, as what its base is used, whether it is too unlikely to be shown."""
    world = World(tmp_path)
    world.sizes |= {base: size for base, (_, size) in BASES.items()}
    world.sizes |= {"scapegoating": 35, "stoure": 80, "comingle": 80, "frillier": 80, "lores": 55, key: 80}
    world.upper["german"] = 10
    world.irregular = {"steal"}
    world.endings = endings_in(config_dir() / "endings.toml")
    deriver = Deriver(world, Bases())
    ordered = sorted(BASES)
    for base in ordered:
        deriver.bases.add(base, BASES[base][0], person=base in PERSONS)
    deriver.bases.close((base, entry) for entry, base in enumerate(ordered, 1))
    found = deriver.explain(key)
    assert {each.doubt & ~(Doubt.USUAL | Doubt.ALIKE) for each in found.values()} == {doubt}
    if key == "glaces":
        assert [ordered[each.entry - 1] for each in found.values()] == ["glace"]


@pytest.mark.parametrize(
    ("key", "base"),
    [
        ("unrinsed", "rinse"),
        ("resued", "sue"),
        ("resueded", "suede"),
        ("resited", "site"),
        ("resitting", "sit"),
    ],
)
def test_a_form_of_a_verb_takes_no_ending_again(tmp_path: Path, key: str, base: str) -> None:
    """rinsed is of no rins, which rin has, and sueded of no sued; resited is of site, since sit doubles its t."""
    bases = ["rin", "rinse", "sit", "site", "sue", "suede"]
    world = World(tmp_path)
    forms = (
        "rins",
        "rinsed",
        "unrinsed",
        "sued",
        "resued",
        "sueded",
        "resueded",
        "sited",
        "resit",
        "resite",
        "resited",
        "sitting",
        "resitting",
    )
    world.sizes |= dict.fromkeys((*bases, *forms), 35)
    deriver = Deriver(world, Bases())
    for each in bases:
        deriver.bases.add(each, "verb")
    deriver.bases.close((each, entry) for entry, each in enumerate(bases, 1))
    assert [bases[each.entry - 1] for each in deriver.explain(key).values()] == [base]


def test_a_form_without_a_doubled_letter_is_of_the_word_with_an_e(tmp_path: Path) -> None:
    """cod has codded: coded is the form of code, where a dictionary has that."""
    world = World(tmp_path)
    world.sizes |= {"codded": 50, "coded": 20, "code": 10}
    head = Headword(1, "cod", "cod", "verb", (), (), True, False, False, "wordnet", 0)
    assert {form for form, _ in inflections(head, lambda lemma, pos: (), world)} == {"codded", "coded"}
    world.lower_lemmas = {"code"}
    assert {form for form, _ in inflections(head, lambda lemma, pos: (), world)} == {"codded"}


def test_a_noun_in_sis_has_its_greek_plural(tmp_path: Path) -> None:
    """It is inferred where only the largest lists have it, as other regular forms are."""
    world = World(tmp_path)
    head = Headword(1, "zoposis", "zoposis", "noun", (), (), True, False, False, "wordnet", 0)
    assert list(inflections(head, lambda lemma, pos: (), world)) == []
    world.sizes["zoposes"] = 95
    assert list(inflections(head, lambda lemma, pos: (), world)) == [("zoposes", True)]
    world.sizes["zoposes"] = 80
    assert list(inflections(head, lambda lemma, pos: (), world)) == [("zoposes", False)]


def test_the_greek_plural_of_what_only_a_list_has_counts_as_it_does(tmp_path: Path) -> None:
    """A word in -sis is a noun by its letters, whoever explains it; no other word is."""
    world = World(tmp_path)
    world.sizes |= {"zoposis": 80, "zoposes": 95, "zopus": 80, "zopi": 95, "zopuses": 95}
    stage = Stage(tmp_path / "stage", world)
    classified = Classified()
    classified.bases.close([])
    Derivations(stage, world, classified).do(Stretch(), lambda done: None)
    assert world.forms == {"zoposes": ("zoposis", 80)}


def test_a_superlative_doubles_the_letter_that_doubles(tmp_path: Path) -> None:
    """fun has funnest: funest is another word."""
    world = World(tmp_path)
    world.sizes |= {"funnest": 35, "funest": 70}
    head = Headword(1, "fun", "fun", "adjective", (), (), True, False, False, "wordnet", 0)
    assert [form for form, _ in inflections(head, lambda lemma, pos: (), world)] == ["funnest"]
    world.sizes["funnest"] = 80  # loyalest, before loyallest
    assert [form for form, _ in inflections(head, lambda lemma, pos: (), world)] == ["funnest", "funest"]


def test_of_forms_that_of_the_word_most_in_use_comes_first() -> None:
    """A key's readings come by relation, then by source, then by how often the source counted the word of which it is a form."""
    order = [
        ("lemma", 0, 0),
        ("inflection", 0, 500),
        ("inflection", 0, 3),
        ("inflection", 1, 900),
        ("derivation", 0, 0),
    ]
    assert sorted(order, key=lambda each: rank_of(*each)) == order


def test_a_rare_spelling_of_a_listed_form_is_none(tmp_path: Path) -> None:
    """controled, which a table and only the largest lists have, is no form beside controlled; one that has no other is."""
    world = World(tmp_path)
    world.sizes |= {"control": 10, "controled": 95}
    head = Headword(1, "control", "control", "verb", (), (), True, False, False, "wordnet", 0)
    assert {form for form, _ in inflections(head, lambda lemma, pos: ("controled",), world)} == {"controled"}
    world.sizes["controlled"] = 20
    assert {form for form, _ in inflections(head, lambda lemma, pos: ("controled",), world)} == {"controlled"}


def test_the_verb_of_which_a_headword_is_a_form_is_no_form_of_it(tmp_path: Path) -> None:
    """What GCIDE has with the noun gambling and the adjective grooved, gamble and groove, are words of their own; of a noun in -s the singular is a form."""
    world = World(tmp_path)
    world.sizes |= {"zindle": 20, "zindling": 20, "zoved": 20, "zove": 20, "zallows": 20, "zallow": 20}
    for display, pos, form, found in (
        ("zindling", "noun", "zindle", False),
        ("zoved", "adjective", "zove", False),
        ("zallows", "noun", "zallow", True),
    ):
        head = Headword(1, display, display, pos, (form,), (), True, False, False, "gcide", 0)
        assert ((form, False) in inflections(head, lambda lemma, pos: (), world)) is found


def _verb(source: str, forms: tuple[str, ...]) -> Headword:
    return Headword(1, "zind", "zind", "verb", forms, (), True, False, False, source, 0)


def test_a_modal_verb_has_no_forms(tmp_path: Path) -> None:
    """An old dictionary's entry of a verb that is the same in all its forms has none, unless it prints them; that of a noun, and of a dictionary of today, has them."""
    world = World(tmp_path)
    world.invariable = frozenset({"zind"})
    world.sizes |= {"zind": 10, "zinds": 80, "zinded": 80, "zinding": 80}

    def forms(head: Headword) -> list[str]:
        return sorted(form for form, _ in inflections(head, lambda lemma, pos: (), world))

    assert forms(_verb("gcide", ())) == forms(_verb("curated", ())) == []
    assert forms(_verb("gcide", ("zinded",))) == forms(_verb("wordnet", ())) == ["zinded", "zinding", "zinds"]
    assert forms(_verb("gcide", ())._replace(pos="noun")) == ["zinds"]


def test_two_verbs_of_one_spelling_keep_their_own_past(tmp_path: Path) -> None:
    """An entry that declares an irregular past has not the regular one, which a table has of the other verb (wound, winded)."""
    world = World(tmp_path)
    world.sizes |= {"zind": 10, "zound": 20, "zinded": 40, "zinding": 40}
    table = ("zinded", "zound")
    assert ("zinded", False) not in inflections(_verb("gcide", ("Zound",)), lambda lemma, pos: table, world)
    assert ("zinded", False) in inflections(_verb("gcide", ("Zinded",)), lambda lemma, pos: table, world)
    assert ("zinded", False) in inflections(_verb("wordnet", ()), lambda lemma, pos: table, world)


def test_a_participle_that_is_a_word_of_its_own(tmp_path: Path) -> None:
    """Beside another that only adds an -e, a participle that is a headword is no form of the verb (born, borne)."""
    world = World(tmp_path)
    world.sizes |= {"zind": 10, "zorn": 20, "zorne": 40}
    head, table = _verb("wordnet", ()), ("zorn", "zorne")
    assert {"zorn", "zorne"} <= {form for form, _ in inflections(head, lambda lemma, pos: table, world)}
    world.lower_lemmas = {"zorn"}
    assert "zorn" not in {form for form, _ in inflections(head, lambda lemma, pos: table, world)}


def test_a_noun_in_er_with_either_l_comes_before_the_comparative(tmp_path: Path) -> None:
    """leveller is another spelling of leveler before it is a comparative; a tiller is no tiler."""
    world = World(tmp_path)
    world.sizes |= {"level": 10, "leveler": 50, "leveller": 50, "levellest": 80, "tiler": 50, "tiller": 40}
    world.lower_nouns = {"leveler", "leveller"}

    def noun(display: str) -> list[str]:
        head = Headword(1, display, display, "noun", (), (), True, False, False, "gcide", 2)
        return [
            each.display
            for each in links_of(head, lambda lemma, pos: (), world)
            if each.relation == "variant"
        ]

    assert (noun("leveler"), noun("tiler")) == (["leveller"], [])
    head = Headword(2, "level", "level", "adjective", (), (), True, False, False, "wordnet", 0)
    links = links_of(head, lambda lemma, pos: ("leveller", "levellest"), world)
    ranks = {each.display: each.rank for each in links}
    assert ranks["levellest"] < rank_of("variant", 2) < ranks["leveller"]
