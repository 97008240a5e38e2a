"""wrk, the load generator: installed where that is allowed, called with a script that asks what it is given, line by line.

wrk, because one thread of it asks ten times what Flask answers, so the client is never the limit. Start at :func:`rate_of`.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.debian import install
from tests.load.server import on_core

CONNECTIONS = 32
PACKAGE = "wrk"
SCRIPT = """
local requests, turn = {}, 0
function init()
  for line in io.lines(%(file)s) do
    requests[#requests + 1] = %(format)s
  end
end
function request()
  turn = turn %% #requests + 1
  return requests[turn]
end
function done(summary)
  local faults = summary.errors
  print(string.format("RESULT %%d %%d %%d", summary.requests, summary.duration,
    faults.connect + faults.read + faults.write + faults.status + faults.timeout))
end
"""


class Questions(NamedTuple):
    """What is asked again and again: each line is the end of an address, or, with POST, a body."""

    path: str
    lines: Sequence[str]
    method: str = "GET"
    query: str = ""
    fields: Mapping[str, str] = {}


def install_wrk() -> str | None:
    """Make wrk available; return why that is not possible, or None."""
    if shutil.which("wrk"):
        return None
    failed = install(PACKAGE)
    return f"left out: needs the Debian package {PACKAGE} ({failed})" if failed else None


def rate_of(
    address: str,
    asked: Questions,
    seconds: float,
    folder: Path,
    core: int | None,
    connections: int = CONNECTIONS,
) -> float:
    """Return how many of the questions were answered in a second. Raises :class:`RuntimeError` where any was not."""
    lines, script = folder / "lines.txt", folder / "ask.lua"
    lines.write_text("".join(f"{line}\n" for line in asked.lines))
    script.write_text(SCRIPT % {"file": json.dumps(str(lines)), "format": _format(asked)})
    options = (
        "-t1",
        f"-c{connections}",
        f"-d{max(1, round(seconds))}s",
        "--timeout",
        "30s",
        "-s",
        str(script),
    )
    with on_core(core):
        done = subprocess.run(["wrk", *options, address], capture_output=True, text=True, check=False)
    result = next((line.split() for line in done.stdout.splitlines() if line.startswith("RESULT")), None)
    if done.returncode or result is None:
        raise RuntimeError(f"wrk failed: {done.stdout} {done.stderr}")
    _, answered, microseconds, faults = result
    if int(faults):
        raise RuntimeError(f"{faults} of {answered} requests to {asked.path} failed")
    return int(answered) / int(microseconds) * 1e6


def _format(asked: Questions) -> str:
    """Return the Lua expression of one request."""
    fields = ", ".join(f"[{json.dumps(name)}] = {json.dumps(value)}" for name, value in asked.fields.items())
    path, body = json.dumps(asked.path), "nil"
    if asked.method == "GET":
        path = f"{path} .. line .. {json.dumps(asked.query)}"
    else:
        body = "line"
    return f'wrk.format("{asked.method}", {path}, {{{fields}}}, {body})'
