"""A client that others wrote for dictionaryapi.dev gets right answers from this server, given its address."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from freedictionaryapi.clients.sync_client import DictionaryApiClient
from freedictionaryapi.errors import DictionaryApiNotFoundError
from freedictionaryapi.languages import LanguageCodes

from adjudicator.judging.service import Adjudicator
from tests.web.test_server import Server

ITS_HOST = "https://api.dictionaryapi.dev"


class Elsewhere(httpx.HTTPTransport):
    """Sends a request to another server: scheme, host and port are changed, nothing else is."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self._address = httpx.URL(address)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        here = self._address
        request.url = request.url.copy_with(scheme=here.scheme, host=here.host, port=here.port)
        request.headers["Host"] = here.netloc.decode()
        return super().handle_request(request)


@pytest.fixture(scope="module")
def dictionary(service: Adjudicator) -> Iterator[DictionaryApiClient]:
    """The client, as its users make it, with that host mounted on this server."""
    with Server() as server, httpx.Client(mounts={ITS_HOST: Elsewhere(server.address)}) as client:
        yield DictionaryApiClient(client=client)


@pytest.mark.parametrize("word", ["cat", "run", "mice", "is", "every", "don't", "FBI", "London", "café"])
def test_words(dictionary: DictionaryApiClient, service: Adjudicator, word: str) -> None:
    """What the client reads of a word is what the service says of it."""
    parser = dictionary.fetch_parser(word)
    first = service.entries(word, "american")[0]
    definitions = [each["definition"] for meaning in first["meanings"] for each in meaning["definitions"]]
    assert parser.word.word == first["word"]
    assert sorted(parser.get_all_definitions()) == sorted(definitions)
    assert [meaning.part_of_speech for meaning in parser.meanings] == [
        meaning["partOfSpeech"] for meaning in first["meanings"]
    ]
    assert parser.get_all_transcriptions() == [phonetic["text"] for phonetic in first["phonetics"]]


def test_a_word_in_full(dictionary: DictionaryApiClient) -> None:
    """The parts of a word come through the client's own types."""
    word = dictionary.fetch_word("hello", LanguageCodes.ENGLISH_UK)
    assert word.word == "hello"
    assert word.phonetics[0].text == "/həˈləʊ/"
    assert word.meanings[0].part_of_speech == "noun"
    definition = word.meanings[0].definitions[0]
    assert "greeting" in definition.definition
    assert "hi" in definition.synonyms
    assert definition.example and "hello" in definition.example


def test_one_after_the_other(dictionary: DictionaryApiClient) -> None:
    """The same client asks for many words."""
    words = ["apple", "table", "green", "quickly", "mouse"]
    assert [dictionary.fetch_word(word).word for word in words] == words


@pytest.mark.parametrize(
    ("word", "language"),
    [("qqqzzz", LanguageCodes.ENGLISH_US), ("bonjour", LanguageCodes.FRENCH)],
)
def test_not_found(dictionary: DictionaryApiClient, word: str, language: LanguageCodes) -> None:
    """A word that is not found, or of another language, is the client's own not-found error with our message."""
    with pytest.raises(DictionaryApiNotFoundError) as caught:
        dictionary.fetch_word(word, language)
    assert "No Definitions Found" in str(caught.value)
