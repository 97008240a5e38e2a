"""``python dictionaries.py LIBRARY ADDRESS WORD…``: a library that others wrote for dictionaryapi.dev, asked for words.

The libraries are as their users install them. Only where their requests go is changed, where the HTTP library that each uses sends them: to the
server at ADDRESS, with the rest of the address as it is. Prints one JSON object a word: what the library says of it by feature, or its error.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import io
import json
import re
import sys
from typing import Any

ITS_HOST = "https://api.dictionaryapi.dev"
LIBRARY, ADDRESS, *WORDS = sys.argv[1:]
Said = dict[str, list[str]]


def here(url: Any) -> str:
    """Return the address on our server of a *url* on theirs."""
    assert str(url).startswith(ITS_HOST), url
    return ADDRESS + str(url).removeprefix(ITS_HOST)


def redirect(owner: Any, name: str) -> None:
    """Have a method that takes the HTTP method and the address ask our server."""
    theirs = getattr(owner, name)
    setattr(owner, name, lambda self, method, url, **more: theirs(self, method, here(url), **more))


def printed(main: Any, *typed: str, argv: tuple[str, ...] = ()) -> str:
    """Return what a command prints to somebody who types these lines."""
    out, lines = io.StringIO(), iter(typed)
    sys.argv = ["command", *argv]
    with contextlib.redirect_stdout(out):
        main.__globals__["input"] = lambda prompt="": next(lines)
        main()
    return out.getvalue()


def asyncdictionary(word: str) -> Said:
    from asyncdictionary import Client

    async def ask() -> Any:
        client = Client()
        try:
            return await client.get_word(word)
        finally:
            await client.close()

    found = asyncio.run(ask())
    definitions = [each for meaning in found.meanings for each in meaning.definitions]
    return {
        "definitions": [each.definition for each in definitions],
        "synonyms": [each for one in definitions for each in one.synonyms],
        "examples": [each.example for each in definitions if each.example],
        "phonetics": [each.text for each in found.phonetics],
        "audio": [each.audio for each in found.phonetics if each.audio],
    }


def dictionary_cli(word: str) -> Said:
    import rich
    from dictionary_cli import main

    rich.reconfigure(width=1_000)
    definition, synonyms, antonyms = (printed(main.main, choice, word) for choice in "123")
    return {
        "definitions": re.findall(r": (.+)", definition.partition("Anytonyms")[2]),
        "synonyms": re.findall(r"^\* (.+)", synonyms, re.MULTILINE),
        "antonyms": re.findall(r"^\* (.+)", antonyms, re.MULTILINE),
    }


def get_def(word: str) -> Said:
    import get_def as command

    told = printed(command.main, argv=("-n", word))
    return {
        name: re.findall(rf"^ *{label}: (.+)", told, re.MULTILINE)
        for name, label in {
            "definitions": "Definition",
            "synonyms": "Synonyms",
            "antonyms": "Antonyms",
            "examples": "Example",
        }.items()
    } | {"phonetics": re.findall(r"│ (/\S+/) ", told)}


def python_freedictionaryapi(word: str) -> Said:
    from freedictionaryapi.clients.sync_client import DictionaryApiClient

    with DictionaryApiClient() as client:
        parser = client.fetch_parser(word)
    return {
        "definitions": parser.get_all_definitions(),
        "synonyms": parser.get_all_synonyms(),
        "examples": [each for each in parser.get_all_examples() if each],
        "phonetics": parser.get_all_transcriptions(),
    }


def python_glossary(word: str) -> Said:
    from python_glossary.glossary import Glossary

    found = Glossary.Word(word, Glossary.Rules())
    described = [each for one in found.semantics.get_descriptions().values() for each in one]
    return {
        "definitions": found.get_all_definitions(),
        "synonyms": [each for one in described for each in one.get_synonyms()],
        "antonyms": [each for one in described for each in one.get_antonyms()],
        "examples": [each.get_example() for each in described if each.get_example() != "No examples"],
        "phonetics": [found.get_transcription()],
        "audio": [each for each in [found.get_audio()] if each and each != "No audio found"],
    }


def pythondictionary(word: str) -> Said:
    from PythonDictionary.pyDictionary import PyDictionary

    found = PyDictionary(word)
    kinds = dict.fromkeys(entry["meanings"][0]["partOfSpeech"] for entry in found.getDictionary())
    read = [found.getDefinitions(kind) for kind in kinds]
    return {
        "definitions": [each for definitions, _ in read for each in definitions],
        "synonyms": [each for _, synonyms in read for one in synonyms for each in one],
        "audio": [each for each in found.getAudio() if each],
    }


def dictionary_mcp_server(word: str) -> Said:
    tools = importlib.import_module("src.tools.definition_tools")

    async def ask() -> Any:
        return [
            await tool(word)
            for tool in (
                tools.tool_get_definition,
                tools.tool_get_phonetic,
                tools.tool_get_examples,
                tools.tool_get_word_origin,
            )
        ]

    found, said, examples, origin = asyncio.run(ask())
    definitions = [each for meaning in found["meanings"] for each in meaning["definitions"]]
    return {
        "definitions": [each["definition"] for each in definitions],
        "synonyms": [each for one in definitions for each in one["synonyms"]],
        "antonyms": [each for one in definitions for each in one["antonyms"]],
        "examples": [each["example"] for each in examples["examples"]],
        "phonetics": [each["ipa"] for each in said["phonetics"]],
        "audio": [each["audio_url"] for each in said["phonetics"] if each["audio_url"]],
        "licence": [origin["license"]["name"]],
    }


for module, owner, method in (
    ("requests", "Session", "request"),
    ("aiohttp", "ClientSession", "_request"),
    ("httpx", "Client", "request"),
    ("httpx", "AsyncClient", "request"),
):
    with contextlib.suppress(ImportError):
        redirect(getattr(importlib.import_module(module), owner), method)
ask = globals()[LIBRARY.replace("-", "_")]
for word in WORDS:
    try:
        said = ask(word)
    except (Exception, SystemExit) as error:
        said = {"error": [f"{type(error).__name__}: {error}"]}
    print(json.dumps({"word": word, **said}), flush=True)
