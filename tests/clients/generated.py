"""Clients that are generated from the OpenAPI document: each is generated, compiled, and plays its story against a server.

A story is one file of `stories/`, and goes through everything: verdict, batch, lines, pages, a list that is made once and edited by its
revision, a dispute up to the precedent, a word of a review, another short name, a board, a round, a game with players' own lists, sealed plays,
sources, a problem. Clients that check what they read are also given what a later version may answer: another member and another code. Start at :data:`CLIENTS`.
"""

from __future__ import annotations

import json
import shutil
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import requests

from tests.clients.tools import HERE, WORK, environment, need, node, run

PARTS = (
    "verdict",
    "batch",
    "NDJSON",
    "paging",
    "list",
    "edit",
    "dispute",
    "review",
    "rename",
    "board",
    "round",
    "game",
    "plays",
    "sources",
    "problem",
)
"""What every story goes through."""
TSC = {
    "compilerOptions": {
        "strict": True,
        "skipLibCheck": True,  # Node's and the library's own declarations are neither generated nor ours
        "target": "es2022",
        "module": "nodenext",
        "types": ["node"],
        "lib": ["es2022", "dom"],
        "outDir": "out",
    },
    "include": ["story.ts"],
}
OWN = "client.py"
"""The one module of openapi-python-client that is the same whatever the document, and that `mypy --strict` finds fault with."""


class Server(NamedTuple):
    """A server, and who may do everything there."""

    address: str
    token: str


class Client(NamedTuple):
    """How a client is made of a document in a folder, and played. ``compiled`` says how strictly its code and story are checked."""

    name: str
    package: str
    make: Callable[[Path, Path], None]
    play: Callable[[Path, Server], str]
    compiled: str


def document(server: Server, folder: Path) -> Path:
    """Return the file of the document that *server* gives."""
    folder.mkdir(parents=True, exist_ok=True)
    return written(requests.get(f"{server.address}/openapi.json", timeout=60).content, folder)


def written(document: bytes, folder: Path) -> Path:
    """Return the file of a *document* in *folder*."""
    path = folder / "openapi.json"
    path.write_bytes(document)
    return path


def lint(path: Path) -> dict[str, dict[str, str]]:
    """Return what the linters warn of: linter → place of the document → rule. Raises :class:`~tests.clients.tools.Failed` for an error."""
    (path.parent / ".spectral.yaml").write_text("extends: ['spectral:oas']\n")
    redocly = run(node() / "redocly", "lint", "--format", "json", path, at=path.parent)
    spectral = run(node() / "spectral", "lint", "--quiet", "-f", "json", path, at=path.parent)
    return {
        "@redocly/cli": {
            each["location"][0]["pointer"]: each["ruleId"] for each in json.loads(redocly)["problems"]
        },
        "@stoplight/spectral-cli": {
            f"#/{'/'.join(each['path'])}": each["code"] for each in json.loads(spectral)
        },
    }


def play(client: Client, server: Server) -> str:
    """Have *client* made, compiled and played, and return how strictly it was checked. Raises :class:`~tests.clients.tools.Failed`."""
    folder = WORK / "generated" / client.name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "tsconfig.json").write_text(json.dumps(TSC))
    (folder / "node_modules").symlink_to(node().parent)
    client.make(document(server, folder), folder)
    told = tuple(client.play(folder, server).split())
    assert told == PARTS, f"{client.name} has played {told}"
    return f"plays the whole story; {client.compiled}"


def _told(server: Server) -> tuple[str, str, str]:
    return server.address, server.token, f"list-{uuid.uuid4().hex[:12]}"


def _typescript(story: str) -> Callable[[Path, Server], str]:
    def played(folder: Path, server: Server) -> str:
        (folder / "package.json").write_text('{"type": "module"}')
        shutil.copy(HERE / "stories" / "told.ts", folder)
        shutil.copy(HERE / "stories" / story, folder / "story.ts")
        run(node() / "tsc", "-p", ".", at=folder)
        return run("node", "out/story.js", *_told(server), at=folder)

    return played


def _python(story: str, *checks: str) -> Callable[[Path, Server], str]:
    def played(folder: Path, server: Server) -> str:
        for name in ("told.py", story):
            shutil.copy(HERE / "stories" / name, folder)
        tools = environment("generators")
        run(tools / "mypy", "--config-file=mypy.ini", *checks, story, at=folder)
        return run(tools / "python", story, *_told(server), at=folder)

    return played


def _openapi_typescript(path: Path, folder: Path) -> None:
    run(node() / "openapi-typescript", path, "-o", "openapi_typescript.ts", at=folder)


def _hey_api(path: Path, folder: Path) -> None:
    shutil.copy(HERE / "hey-api.config.mjs", folder)
    run(node() / "openapi-ts", "-f", "hey-api.config.mjs", "--silent", at=folder)


def _generator(path: Path, folder: Path, kind: str, name: str, **more: str) -> None:
    need("java")
    options = ",".join(f"{each}={value}" for each, value in more.items())
    tool = environment("generators") / "openapi-generator-cli"
    run(
        tool,
        "generate",
        "-q",
        "-i",
        path,
        "-g",
        kind,
        "-o",
        name,
        "--additional-properties",
        options,
        at=folder,
    )


def _typescript_fetch(path: Path, folder: Path) -> None:
    more = {"withoutRuntimeChecks": "true", "modelPropertyNaming": "original", "importFileExtension": ".js"}
    _generator(path, folder, "typescript-fetch", "typescript_fetch", **more)


def _openapi_generator(path: Path, folder: Path) -> None:
    _generator(path, folder, "python", "made", packageName="ogp")
    shutil.move(folder / "made" / "ogp", folder / "ogp")
    (folder / "mypy.ini").write_text("[mypy]\n[mypy-ogp.*]\nignore_errors = True\n")


def _openapi_python_client(path: Path, folder: Path) -> None:
    tools = environment("generators")
    run(
        tools / "openapi-python-client",
        "generate",
        "--path",
        path,
        "--output-path",
        "opc",
        "--meta",
        "none",
        at=folder,
        PATH=f"{tools}:/usr/bin:/bin",
    )
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n[mypy-opc.client]\nignore_errors = True\n")


def _datamodel(path: Path, folder: Path) -> None:
    options = [
        "--output-model-type",
        "pydantic_v2.BaseModel",
        "--target-python-version",
        "3.11",
        "--use-annotated",
        "--strict-nullable",
    ]
    options += ["--enum-field-as-literal", "all", "--collapse-root-models", "--formatters", "builtin"]
    run(
        environment("generators") / "datamodel-codegen",
        "--input",
        path,
        "--input-file-type",
        "openapi",
        "--output",
        "dmc.py",
        *options,
        at=folder,
    )
    (folder / "mypy.ini").write_text("[mypy]\nstrict = True\n")


CLIENTS = (
    Client("openapi-fetch", "openapi-typescript", _openapi_typescript, _typescript("openapi_fetch.ts"), "tsc --strict"),
    Client("hey-api", "@hey-api/openapi-ts", _hey_api, _typescript("hey_api.ts"), "tsc --strict"),
    Client("typescript-fetch", "openapi-generator-cli", _typescript_fetch, _typescript("typescript_fetch.ts"), "tsc --strict"),
    Client("openapi-python-client", "openapi-python-client", _openapi_python_client, _python("openapi_python_client.py", "opc"), f"mypy --strict, its own {OWN} apart"),
    Client("datamodel", "datamodel-code-generator", _datamodel, _python("datamodel.py", "dmc.py"), "mypy --strict"),
    Client("openapi-generator", "openapi-generator-cli", _openapi_generator, _python("openapi_generator.py"), "mypy of the story"),
)  # fmt: skip
