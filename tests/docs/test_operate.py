"""The files for operators work: nginx in front below a path, by TLS and HTTP/2; the unit, the container's recipe and what composes it."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml  # type: ignore[import-untyped]

from adjudicator.cli.commands import COMMANDS, whole_parser
from adjudicator.resources import VARIABLES as COMMON
from adjudicator.runtime.settings import VARIABLES
from adjudicator.web.session import FORM_KEY
from tests.conftest import ROOT, home_with_lexicon
from tests.debian import program
from tests.load.server import SERVICE, ServerProcess

FILES = ROOT / "docs" / "operate" / "files"
HOST = "club.example"
KNOWN = {*VARIABLES, *COMMON}


class Answer(NamedTuple):
    """What curl was answered, by which version of HTTP."""

    status: int
    version: str
    head: str
    body: str


class Proxy(NamedTuple):
    """nginx as the example has it, on a port of its own."""

    port: int
    plain: int
    certificate: Path

    def ask(self, path: str, *options: str, scheme: str = "https") -> Answer:
        """Ask for *path*, as a client does who knows the host by its name."""
        port = self.port if scheme == "https" else self.plain
        told = "\\n%{http_code} %{http_version}"
        command = ["curl", "-s", "-i", "--http2", "--cacert", str(self.certificate), "-w", told]
        command += ["--resolve", f"{HOST}:{port}:127.0.0.1", *options, f"{scheme}://{HOST}:{port}{path}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
        text, _, last = done.stdout.rpartition("\n")
        status, version = last.split()
        head, _, body = text.replace("\r\n", "\n").partition("\n\n")
        return Answer(int(status), version, head, body)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    """The service behind nginx, which has the example's file but for ports and paths."""
    nginx = program("nginx", "nginx-light")
    if nginx is None:
        pytest.skip("needs the Debian package nginx-light")
    folder = tmp_path_factory.mktemp("nginx")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}"]
    made += ["-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(made, capture_output=True, check=True)
    settings = {
        "ADJUDICATOR_PROXIES": "1",
        "ADJUDICATOR_HOSTS": HOST,
        "ADJUDICATOR_HOME": str(home_with_lexicon(folder / "home")),
        "ADJUDICATOR_LOG_REQUESTS": "1",
    }
    with ServerProcess(*SERVICE, environment=settings) as server:
        found = Proxy(free_port(), free_port(), certificate)
        text = (FILES / "nginx.conf").read_text(encoding="utf-8")
        changed = {
            "server 127.0.0.1:8000;": f"server {server.host}:{server.port};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{found.port} ssl http2;",
            "listen 80;": f"listen 127.0.0.1:{found.plain};",
            "    listen [::]:443 ssl http2;\n": "",
            "    listen [::]:80;\n": "",
            "/etc/letsencrypt/live/club.example/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/club.example/privkey.pem": str(key),
        }
        for old, new in changed.items():
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        places = "".join(
            f"{each}_temp_path {folder}/{each};"
            for each in ("client_body", "proxy", "fastcgi", "scgi", "uwsgi")
        )
        whole = folder / "nginx.conf"
        whole.write_text(
            f"{'user root; ' if os.geteuid() == 0 else ''}daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
            f"http {{ access_log off; {places}\n{text} }}\n",
            encoding="utf-8",
        )
        running = subprocess.Popen(
            [nginx, "-p", str(folder), "-c", str(whole)], stderr=subprocess.PIPE, text=True
        )
        try:
            for _ in range(600):
                if running.poll() is not None:
                    assert running.stderr
                    pytest.fail(running.stderr.read())
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", found.port)) == 0:
                        break
                time.sleep(0.05)
            yield found
        finally:
            running.terminate()
            running.communicate(timeout=30)
        lines = [json.loads(line) for line in server.log().splitlines()]
        clients = {line["client"] for line in lines if line["message"] == "request"}
        assert clients == {"127.0.0.1"}  # that of curl, not one that it has made up


@pytest.mark.parametrize(
    "path",
    ["/words/", "/words/?word=zee&ruleset=boggle", "/words/judge", "/words/rules/boggle", "/words/docs"],
)
def test_pages_behind_nginx(proxy: Proxy, path: str) -> None:
    """Pages come by TLS and HTTP/2, and lead nowhere but below the path; so do cookies, which stay on TLS."""
    found = proxy.ask(path)
    assert (found.status, found.version) == (200, "2")
    links = re.findall(r'(?:href|src|action)="(/[^"]*)"', found.body)
    assert len(links) > 5 and all(each.startswith("/words/") for each in links)
    cookies = re.findall(r"(?im)^set-cookie: (.*)$", found.head)
    assert all("Secure" in each and "Path=/words/" in each for each in cookies)
    style = next(each for each in links if each.endswith(".css"))
    assert proxy.ask(style).status == 200


def test_calls_behind_nginx(proxy: Proxy) -> None:
    """Verdicts, pages of words, streams of lines and the document of the interface; nothing that a client says of proxies counts."""
    forged = (
        "-H",
        "X-Forwarded-Prefix: /evil",
        "-H",
        "X-Forwarded-Host: evil.example",
        "-H",
        "X-Forwarded-For: 192.0.2.66",
    )
    verdict = proxy.ask("/words/v1/rulesets/boggle/words/zee", *forged)
    assert json.loads(verdict.body)["code"] == "american-spelling"
    page = json.loads(proxy.ask("/words/v1/rulesets/boggle/words?prefix=tri&limit=2", *forged).body)
    assert page["next"].startswith("/words/v1/rulesets/boggle/words?")
    assert json.loads(proxy.ask(page["next"]).body)["words"]
    assert json.loads(proxy.ask("/words/openapi.json", *forged).body)["servers"] == [{"url": "/words"}]
    batch = json.dumps({"words": ["trig", "zee"] * 600, "detail": "verdict"})
    lines = proxy.ask(
        "/words/v1/rulesets/boggle/verdicts",
        *("-H", "Content-Type: application/json", "-H", "Accept: application/x-ndjson", "-d", batch),
    )
    assert (lines.status, lines.body.count("\n")) == (200, 1_200)
    play = proxy.ask(
        "/words/v1/rulesets/boggle/plays", "-H", "Content-Type: application/json", "-d", '{"words": ["zed"]}'
    )
    assert json.loads(play.body)["acceptable"] is True


def test_ways_behind_nginx(proxy: Proxy, tmp_path: Path) -> None:
    """Redirects lead below the path, plain HTTP to TLS; the metrics are no stranger's."""
    jar = ("-c", str(tmp_path / "jar"), "-b", str(tmp_path / "jar"))
    form = proxy.ask("/words/judge", *jar)
    key = re.search(rf'name="{FORM_KEY}" value="([^"]+)"', form.body)
    assert key
    sent = proxy.ask(
        "/words/judge",
        *jar,
        "--data-urlencode",
        f"{FORM_KEY}={key[1]}",
        "-d",
        "words=zed",
        "-d",
        "ruleset=boggle",
    )
    assert sent.status == 303 and re.search(r"(?im)^location: /words/judge$", sent.head)
    assert "ACCEPTABLE" in proxy.ask("/words/judge", *jar).body.upper()
    assert proxy.ask("/words").status == 308
    assert proxy.ask("/words/metrics").status == 403
    plain = proxy.ask("/words/", scheme="http")
    assert plain.status == 308 and f"https://{HOST}/words/" in plain.head


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
def test_the_unit(tmp_path: Path) -> None:
    """systemd takes the unit without a word, and what it starts can be started."""
    text = (FILES / "adjudicator.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=(.*)$", text, re.MULTILINE)
    words = shlex.split(command)
    whole_parser().parse_args(words[1:])
    unit = tmp_path / "adjudicator.service"
    unit.write_text(text.replace(words[0], sys.executable), encoding="utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert set(re.findall(r"ADJUDICATOR_[A-Z_]+", text)) <= KNOWN


def test_what_the_container_is_made_of() -> None:
    """What the recipe copies is there, and what it calls is a command; it runs as nobody in particular, and says whether it is well."""
    text = (ROOT / "Containerfile").read_text(encoding="utf-8")
    copied = [
        each
        for line in re.findall(r"^COPY (?!--from)(.*)$", text, re.MULTILINE)
        for each in line.split()[:-1]
    ]
    assert len(copied) == 8 and all((ROOT / each).exists() for each in copied)
    called = re.findall(r"adjudicator (\w+)(?: |$|\")", re.findall(r"^CMD (.*)$", text, re.MULTILINE)[0])
    assert called == ["build", "serve"] and set(called) <= set(COMMANDS)
    assert re.search(r"^USER adjudicator$", text, re.MULTILINE) and "/readyz" in text
    assert set(re.findall(r"ADJUDICATOR_[A-Z_]+", text)) <= KNOWN


def test_what_composes_it() -> None:
    """The services build by the recipe, know the settings, and start one after the other; the ledger is in PostgreSQL."""
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    found = yaml.safe_load(text)
    services = found["services"]
    ours = [services[name] for name in ("migrate", "adjudicator")]
    assert {"database", "migrate", "adjudicator"} == set(services)
    for each in ours:
        assert (ROOT / each["build"]["context"] / each["build"]["dockerfile"]).is_file()
        assert set(each["environment"]) <= KNOWN
        assert each["environment"]["ADJUDICATOR_LEDGER"].startswith("postgresql://")
    assert services["migrate"]["depends_on"]["database"]["condition"] == "service_healthy"
    assert services["adjudicator"]["depends_on"]["migrate"]["condition"] == "service_completed_successfully"
    whole_parser().parse_args(services["migrate"]["command"][1:])
    used = {volume.partition(":")[0] for each in services.values() for volume in each.get("volumes", [])}
    assert used == set(found["volumes"])
