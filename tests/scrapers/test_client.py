"""The polite client, against local servers that play sites in good and in bad days."""

from __future__ import annotations

import email.utils
import gzip
import ipaddress
import os
import pickle
import socket
import ssl
import subprocess
import sys
import threading
import time
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from protego import Protego

from adjudicator.errors import AdjudicatorError
from scrapers.client import Client, Page, Policy, retry_after
from scrapers.errors import (
    Forbidden,
    LiveError,
    NotAsked,
    ShapeChanged,
    TooBusy,
    TooLarge,
    Unreachable,
)
from scrapers.transport import TRANSLATED, is_public
from scrapers.turns import LONGEST
from tests.conftest import ROOT
from tests.scrapers.conftest import QUICK, MakeClient
from tests.scrapers.server import Act, Server, holds, redirects, says, sends

HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: text/plain\r\n"


# A page, as it should be


def test_a_page_is_had_by_its_honest_name(server: Server, make: MakeClient) -> None:
    """The robots.txt is asked for first, and every request says who asks and whom to write to."""
    url = server.play("/wiki/trig", says("naïve".encode()))
    page = make(contact="words@example.org\r\nX-Evil: é1").get(url + "#English")
    assert (page.url, page.status, page.text, page.from_cache) == (url, 200, "naïve", False)
    assert abs(datetime.now(UTC) - datetime.fromisoformat(page.fetched)) < timedelta(seconds=60)
    assert [asked.path for asked in server.asked] == ["/robots.txt", "/wiki/trig"]
    for asked in server.asked:
        assert asked.headers["User-Agent"].startswith("adjudicator/")
        assert "words@example.org" in asked.headers["User-Agent"]
        assert "X-Evil" not in asked.headers and "Cookie" not in asked.headers


def test_a_missing_page_is_an_answer(server: Server, client: Client) -> None:
    """404 is not an error here: the reader of the site tells what it means. It is kept like any answer."""
    page = client.get(server.url + "/wiki/qzx")
    assert (page.status, page.text) == (404, "missing")
    assert client.get(server.url + "/wiki/qzx").from_cache
    assert len(server.times("/wiki/qzx")) == 1


def test_compressed_pages_are_read(server: Server, client: Client) -> None:
    """gzip is what is asked for and what is understood."""
    packed = gzip.compress(b"one ") + gzip.compress(b"two")
    url = server.play("/packed", says(packed, headers={"Content-Encoding": "gzip"}))
    assert client.get(url).text == "one two"
    assert server.asked[-1].headers["Accept-Encoding"] == "gzip"


@pytest.mark.parametrize(
    ("media", "content", "text"),
    [
        ("text/html; charset=utf-8", "café".encode(), "café"),
        ("text/html; charset=ISO-8859-1", "café".encode("latin-1"), "café"),
        ("text/html; charset=iso-8859-1", "café".encode(), "cafÃ©"),
        ("text/html; charset=utf-8", "café".encode("latin-1"), "caf\ufffd"),
        ('text/html; charset="nonsense"', "café".encode(), "café"),
        ("text/html; charset=punycode", "café".encode(), "café"),
        ("text/html; charset=hex", "café".encode(), "café"),
        ("text/html; charset=undefined", "café".encode(), "café"),
        ("text/html", "café".encode(), "café"),
        ("text/html", "café".encode("utf-16"), "café"),
        ("text/html", "\ufeffcafé".encode(), "café"),
        ("", b"caf\xe9 \xff\xfe", "caf\ufffd \ufffd\ufffd"),
    ],
)
def test_text_is_read_in_what_is_declared(
    server: Server, client: Client, media: str, content: bytes, text: str
) -> None:
    """The declared charset, else the byte order mark's, else UTF-8; a lie costs letters, never an exception."""
    assert client.get(server.play("/word", says(content, media=media))).text == text


@given(st.binary(), st.text())
def test_no_bytes_are_too_odd_to_be_text(content: bytes, media: str) -> None:
    """Whatever comes and whatever it is declared as, there is a text."""
    assert isinstance(Page("", 200, content, f"text/html; charset={media}", "").text, str)


# Where it goes


def test_redirects_are_followed_to_hosts_on_the_list(server: Server, other: Server, client: Client) -> None:
    """The other host's robots.txt is read as well, and the key is for the first host alone."""
    target = other.play("/b", says(b"there"))
    url = server.play("/a", redirects("/a2"))
    server.play("/a2", redirects(target, 301))
    page = client.get(url, hosts=[other.authority], headers={"accessKey": "s3cret"})
    assert (page.url, page.text) == (target, "there")
    assert [asked.path for asked in server.asked] == ["/robots.txt", "/a", "/a2"]
    assert [asked.path for asked in other.asked] == ["/robots.txt", "/b"]
    assert [asked.headers.get("accessKey") for asked in server.asked] == [None, "s3cret", "s3cret"]
    assert not any("accessKey" in asked.headers for asked in other.asked)


def test_no_other_host_is_asked(server: Server, other: Server, client: Client) -> None:
    """A redirect off the list is refused by its name, also to another port of a host on it."""
    url = server.play("/a", redirects(other.url + "/consent"))
    with pytest.raises(Forbidden, match="/consent, which is not one of the site's own hosts"):
        client.get(url, hosts=["127.0.0.1", "en.wiktionary.org"])
    assert other.asked == []


@pytest.mark.parametrize(
    "to", ["ftp://127.0.0.1/a", "file:///etc/passwd", "http://[::1", "http://a:b@c/", "\xff"]
)
def test_only_web_addresses_are_followed(server: Server, client: Client, to: str) -> None:
    """http and https, without a password in it."""
    with pytest.raises(Forbidden, match=r"redirects to no web address|is not asked|is no web address"):
        client.get(server.play("/a", redirects(to)))


@pytest.mark.parametrize(
    "url", ["ftp://a/", "file:///etc/passwd", "//a", "a", "", "http://", "https://x:y@a/", "http://a:99999/"]
)
def test_only_web_addresses_are_asked(client: Client, url: str) -> None:
    """The same holds of where one begins."""
    with pytest.raises(Forbidden):
        client.get(url)


def test_a_circle_ends(server: Server, make: MakeClient) -> None:
    """So many redirects are followed and no more."""
    server.play("/b", redirects("/a"))
    with pytest.raises(Unreachable, match="redirects more than 4 times"):
        make(hops=4).get(server.play("/a", redirects("/b")))
    assert len(server.asked) == 1 + 5


def test_a_robots_txt_may_not_lead_away(server: Server, other: Server, client: Client) -> None:
    """It is followed where a page would be, and nothing is asked for where it cannot be read."""
    server.play("/robots.txt", redirects(other.url + "/robots.txt"))
    with pytest.raises(Forbidden, match="not one of the site's own hosts"):
        client.get(server.url + "/a")
    other.play("/robots.txt", says(b"User-agent: *\nDisallow: /a"))
    with pytest.raises(Forbidden, match="forbids"):
        client.get(server.url + "/a", hosts=[other.authority])
    assert server.times("/a") == []


PRIVATE = [
    "127.0.0.1",
    "localhost",
    "0x7f.1",
    "2130706433",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "169.254.169.254",
]


@pytest.mark.parametrize("host", PRIVATE)
def test_private_addresses_are_never_asked(server: Server, make: MakeClient, host: str) -> None:
    """However the address is written; nothing is sent."""
    with pytest.raises(Forbidden, match=r"not a public address.*ADJUDICATOR_LIVE_PRIVATE=1"):
        make(private=False).get(f"http://{host}:{server.authority.split(':')[1]}/")
    assert server.asked == []


def test_a_name_that_resolves_twice_differently_gains_nothing(
    make: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was checked is what is connected to: a connection looks its name up once."""
    answers = iter(["198.41.0.4", "127.0.0.1", "198.41.0.4"])
    connected = []

    def look_up(host: str, port: int, **_: object) -> object:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(answers), port))]

    def connect(_: socket.socket, address: tuple[str, int]) -> None:
        connected.append(address[0])
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    monkeypatch.setattr(socket.socket, "connect", connect)
    with pytest.raises(Forbidden, match=r"dictionary\.test leads to 127\.0\.0\.1"):
        make(private=False, tries=3).get("http://dictionary.test/")
    assert connected == ["198.41.0.4"]
    assert next(answers) == "198.41.0.4"


def test_a_name_with_one_private_address_is_refused(
    make: MakeClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though another of its addresses is public."""
    found = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("198.41.0.4", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)
    with pytest.raises(Forbidden, match=r"dictionary\.test leads to 10\.0\.0\.1"):
        make(private=False).get("http://dictionary.test/")


def test_which_addresses_are_public() -> None:
    """Of each kind one, in both families, and IPv4 in the clothes of IPv6."""
    public = [
        "198.41.0.4",
        "8.8.8.8",
        "2001:503:ba3e::2:30",
        "::ffff:8.8.8.8",
        "64:ff9b::808:808",
        "2002:808:808::1",
    ]
    other = [
        *("10.0.0.1", "172.16.0.1", "192.168.1.1", "127.0.0.1", "127.9.9.9", "169.254.169.254", "100.64.0.1"),
        *(
            "0.0.0.0",
            "224.0.0.1",
            "239.255.255.250",
            "240.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "198.18.0.1",
        ),
        *(
            "::",
            "::1",
            "fe80::1",
            "fe80::1%eth0",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "ff0e::1",
            "fec0::1",
            "2001:db8::1",
        ),
        *("::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::127.0.0.1"),
        *("64:ff9b::7f00:1", "64:ff9b:1::808:808", "2002:7f00:1::", "2001:0:4136:e378:8000:63bf:3fff:fdd2"),
        *("", "localhost", "127.1", "not an address", "8.8.8.8\n"),
    ]
    assert [address for address in public if not is_public(address)] == []
    assert [address for address in other if is_public(address)] == []


@given(st.ip_addresses(v=4))
def test_ipv4_is_judged_alike_in_the_clothes_of_ipv6(address: ipaddress.IPv4Address) -> None:
    """What Python's own module calls global and single is public; mapped and translated forms are no way around."""
    public = address.is_global and not address.is_multicast and not address.is_reserved
    forms = (
        str(address),
        f"::ffff:{address}",
        f"64:ff9b::{address}",
        str(ipaddress.IPv6Address((0x2002 << 112) | int(address) << 80)),
    )
    assert [is_public(form) for form in forms] == [public] * 4


@given(st.ip_addresses(v=6))
def test_no_ipv6_address_is_public_that_python_calls_private(address: ipaddress.IPv6Address) -> None:
    """The checks only ever take away, but for what has an IPv4 address inside."""
    inside = address.ipv4_mapped or address.sixtofour or address in TRANSLATED
    if is_public(str(address)) and not inside:
        assert address.is_global and not (address.is_private or address.is_loopback or address.is_link_local)
        assert not (address.is_multicast or address.is_reserved or address.is_unspecified)


@given(st.text())
def test_what_is_no_address_is_not_public(text: str) -> None:
    """It never raises."""
    assert isinstance(is_public(text), bool)


# Behind a proxy


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate and key for dictionary.test, signed by itself."""
    folder = tmp_path_factory.mktemp("tls")
    command = "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=dictionary.test"
    subprocess.run(
        [*command.split(), "-addext", "subjectAltName=DNS:dictionary.test"],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    (folder / "both.pem").write_text((folder / "key.pem").read_text() + (folder / "cert.pem").read_text())
    return folder / "both.pem"


@pytest.fixture
def proxy(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A proxy that the environment names."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    site = Server(context)
    for name in ("http_proxy", "https_proxy"):
        monkeypatch.setenv(name, site.url)
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    yield site
    site.close()


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_proxy_is_used(proxy: Server, make: MakeClient, scheme: str) -> None:
    """It may have a private address and looks the name up by itself."""
    proxy.play("/a", says(b"through"))
    assert make(private=False).get(f"{scheme}://dictionary.test/a").text == "through"
    assert [asked.path for asked in proxy.asked] == ["/robots.txt", "/a"]


@pytest.mark.parametrize("url", ["http://127.0.0.1/a", "https://[::1]/a", "http://169.254.169.254/a"])
def test_a_proxy_is_not_asked_for_a_private_address(proxy: Server, make: MakeClient, url: str) -> None:
    """So much can be told from here."""
    with pytest.raises(Forbidden, match="not a public address"):
        make(private=False).get(url)
    assert proxy.asked == []


def test_other_kinds_of_proxy_are_refused(monkeypatch: pytest.MonkeyPatch, make: MakeClient) -> None:
    """Rather than passed by, or used without a time limit."""
    monkeypatch.setenv("http_proxy", "socks5://127.0.0.1:1")
    with pytest.raises(Unreachable, match="only http and https proxies"):
        make(private=False, tries=1).get("http://dictionary.test/")


def test_https_is_not_given_up(proxy: Server, make: MakeClient) -> None:
    """A redirect from https to http is refused, though the host is on the list."""
    proxy.play("/a", redirects("http://dictionary.test/b"))
    with pytest.raises(Forbidden, match=r"from https to http://dictionary\.test/b"):
        make(private=False).get("https://dictionary.test/a")
    assert proxy.times("/b") == []


def test_a_certificate_of_somebody_else_is_refused(proxy: Server, make: MakeClient) -> None:
    """Nothing is sent to it."""
    with pytest.raises(Unreachable, match="certificate"):
        make(private=False, tries=1).get("https://another.test/a")
    assert proxy.asked == []


def test_passwords_of_the_user_are_not_sent(
    server: Server, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A netrc is for other programs."""
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login somebody password s3cret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    client.get(server.play("/a", says(b"x")))
    assert not any("Authorization" in asked.headers for asked in server.asked)


# What is refused


@pytest.mark.parametrize("status", [401, 403, 451])
def test_a_refusal_is_taken_as_one(server: Server, client: Client, status: int) -> None:
    """It is not asked again."""
    with pytest.raises(Forbidden, match=f"answered {status}"):
        client.get(server.play("/a", says(b"no", status)))
    assert len(server.times("/a")) == 1


@pytest.mark.parametrize(
    "rules",
    [
        "User-agent: *\nDisallow: /",
        "User-agent: *\nAllow: /\n\nUser-agent: Adjudicator\nDisallow: /wiki/",
        "User-agent: *\nDisallow: /*/trig$",
        "User-agent: *\nAllow: /wiki/other\nDisallow: /wiki",
    ],
)
def test_robots_txt_forbids(server: Server, client: Client, rules: str) -> None:
    """The address is not asked for."""
    server.play("/robots.txt", says(rules.encode(), media="text/plain"))
    with pytest.raises(Forbidden, match=r"robots\.txt of .* forbids .*/wiki/trig"):
        client.get(server.url + "/wiki/trig")
    assert server.times("/wiki/trig") == []


@pytest.mark.parametrize(
    "robots",
    [
        says(b"", 404),
        says(b"User-agent: *\nDisallow: /", 403),
        says(b""),
        says(b"\xff\xfe\x00<html>not what one expects"),
        says(b"User-agent: somebody-else\nDisallow: /"),
        says(b"User-agent: *\nDisallow: /\nAllow: /wiki/"),
        says(b"# nothing\n" * 100_000 + b"User-agent: *\nDisallow: /"),
    ],
    ids=["missing", "refused", "empty", "odd", "for another", "allowed", "beyond what is read"],
)
def test_robots_txt_allows(server: Server, client: Client, robots: Act) -> None:
    """One that is missing or refused allows everything (RFC 9309, 2.3.1.3); of a huge one the beginning is read."""
    server.play("/robots.txt", robots)
    assert client.get(server.play("/wiki/trig", says(b"neat"))).text == "neat"


def test_the_beginning_of_a_huge_robots_txt_holds(server: Server, client: Client) -> None:
    """It is cut, not refused."""
    server.play("/robots.txt", says(b"User-agent: *\nDisallow: /wiki\n" + b"# more\n" * 1_000_000))
    with pytest.raises(Forbidden, match="forbids"):
        client.get(server.url + "/wiki/trig")


def test_a_robots_txt_that_cannot_be_read_forbids_for_now(server: Server, client: Client) -> None:
    """The next time it is asked for again."""
    server.play("/robots.txt", *[says(b"", 500)] * 3, says(b""))
    with pytest.raises(Forbidden, match="it answered 500"):
        client.get(server.play("/wiki/trig", says(b"neat")))
    assert server.times("/wiki/trig") == [] and len(server.times("/robots.txt")) == 3
    assert client.get(server.url + "/wiki/trig").text == "neat"


def test_a_robots_txt_is_read_once_a_day(server: Server, make: MakeClient) -> None:
    """By all clients together; then it is asked whether it still holds."""
    server.play("/robots.txt", holds(b"User-agent: *\nDisallow: /no", etag='"1"'))
    for path in ("/a", "/b", "/c"):
        make().get(server.play(path, says(b"x")))
    assert len(server.times("/robots.txt")) == 1
    with pytest.raises(Forbidden):
        make(robots_fresh=0.0).get(server.url + "/no")
    asked = [asked.headers for asked in server.asked if asked.path == "/robots.txt"]
    assert len(asked) == 2 and asked[1]["If-None-Match"] == '"1"'


@given(
    st.text()
    | st.lists(
        st.sampled_from(["User-agent: *", "Allow: /*a$", "Disallow: /", "Crawl-delay: -1", "x", ":"])
    ).map("\n".join)
)
def test_no_robots_txt_is_too_odd(text: str) -> None:
    """The library that reads it never raises."""
    rules = Protego.parse(text)
    assert isinstance(rules.can_fetch("https://a.test/b?c", "adjudicator"), bool)
    assert (rules.crawl_delay("adjudicator") or 0.0) >= 0.0


# Its turn


def test_a_pause_lies_between_requests(server: Server, make: MakeClient) -> None:
    """Before the second request as before every other."""
    client = make(delay=0.2)
    for path in ("/a", "/b"):
        client.get(server.url + path)
    assert len(server.asked) == 3 and min(server.gaps()) >= 0.199


@pytest.mark.parametrize(("asked", "longest", "pause"), [("0.3", 10.0, 0.3), ("1000", 0.25, 0.25)])
def test_a_crawl_delay_holds_where_it_is_longer(
    server: Server, make: MakeClient, asked: str, longest: float, pause: float
) -> None:
    """Up to a bound."""
    server.play("/robots.txt", says(f"User-agent: *\nCrawl-delay: {asked}".encode()))
    client = make(longest_delay=longest)
    for path in ("/a", "/b"):
        client.get(server.url + path)
    assert len(server.asked) == 3 and min(server.gaps()) >= pause - 0.001
    assert max(server.gaps()) < 5


ASK = """
import sys
from pathlib import Path
from scrapers.client import Client, Policy
client = Client(Policy(delay=float(sys.argv[3]), private=True), Path(sys.argv[2]))
print("ready", flush=True)
for address in sys.argv[4:]:
    client.get(sys.argv[1] + address)
"""


def ask(server: Server, folder: Path, delay: float, *paths: str) -> subprocess.Popen[bytes]:
    """A process of its own that asks for these paths."""
    command = [sys.executable, "-c", ASK, server.url, str(folder), str(delay), *paths]
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE)


def test_turns_hold_across_threads_and_processes(server: Server, make: MakeClient, folder: Path) -> None:
    """Six threads with clients of their own and two processes ask at once: one request at a time, and a pause between any two."""
    delay = 0.05
    processes = [
        ask(server, folder, delay, *(f"/process{which}-{number}" for number in range(4))) for which in "ab"
    ]
    with ThreadPoolExecutor(6) as threads:
        clients = [make(delay=delay, patience=20.0, total=30.0) for _ in range(6)]
        pages = list(threads.map(lambda at: clients[at % 6].get(f"{server.url}/thread{at}"), range(12)))
    assert [process.wait(20) for process in processes] == [0, 0]
    assert {page.status for page in pages} == {404}
    asked = [asked.path for asked in server.asked if asked.path != "/robots.txt"]
    assert len(asked) == len(set(asked)) == 12 + 8
    assert min(server.gaps()) >= delay - 0.001
    assert {asked.others for asked in server.asked} == {0}


def test_other_hosts_have_turns_of_their_own(server: Server, other: Server, make: MakeClient) -> None:
    """A pause at one host is none at another."""
    server.play("/robots.txt", says(b"User-agent: *\nCrawl-delay: 2"))
    client = make(patience=0.5)
    with pytest.raises(TooBusy):
        client.get(server.url + "/a")
    assert client.get(other.url + "/a").status == 404


def test_a_process_that_dies_gives_its_turn_back(server: Server, make: MakeClient, folder: Path) -> None:
    """The host is not asked at once all the same: the pause is counted from when the dead one began."""
    server.play("/slow", sends(HEAD + b"\r\n", *[b"x"] * 100, pause=0.1))
    process = ask(server, folder, 0.4, "/slow")
    while not server.times("/slow"):
        time.sleep(0.01)
    process.kill()
    process.wait()
    make(delay=0.4).get(server.url + "/a")
    assert server.times("/a")[0] - server.times("/slow")[0] >= 0.2


def test_a_queue_that_is_too_long_is_told(server: Server, make: MakeClient) -> None:
    """Who cannot have a turn in time says so and asks nothing."""
    server.play("/slow", sends(HEAD + b"\r\n", b"x", b"x", pause=0.4))
    patient, hasty = make(), make(patience=0.1)
    patient.get(server.url + "/first")
    with ThreadPoolExecutor(1) as threads:
        slow = threads.submit(patient.get, server.url + "/slow")
        while not server.times("/slow"):
            time.sleep(0.01)
        with pytest.raises(TooBusy) as refused:
            hasty.get(server.url + "/a")
        assert slow.result().text == "xx"
    assert refused.value.seconds >= 1
    assert server.times("/a") == []


@pytest.mark.parametrize(
    "note",
    [b"", b"nonsense", b"1 2 3", b"99999999999 0", b"\xff" * 90],
    ids=["empty", "nonsense", "three", "ahead", "bytes"],
)
def test_a_turn_that_cannot_be_read_is_none(
    server: Server, client: Client, folder: Path, note: bytes
) -> None:
    """A file that is damaged, or written by a clock that was wrong, holds nobody up."""
    client.get(server.url + "/a")
    (turn,) = (path for path in (folder / "turns").iterdir() if path.suffix != ".lock")
    turn.write_bytes(note)
    client.get(server.url + "/b")
    assert len(server.times("/b")) == 1


def test_a_data_directory_that_cannot_be_written(server: Server, tmp_path: Path) -> None:
    """Without turns nothing is asked."""
    (tmp_path / "file").write_text("")
    with pytest.raises(NotAsked, match="turns cannot be kept"):
        Client(QUICK, tmp_path / "file").get(server.url + "/a")
    assert server.asked == []


# Waits that are asked for, and tries


def test_retry_after_is_waited_for(server: Server, client: Client) -> None:
    """In seconds."""
    url = server.play("/a", says(b"", 429, headers={"Retry-After": "1"}), says(b"now"))
    assert client.get(url).text == "now"
    assert server.gaps("/a")[0] >= 0.999


def test_retry_after_may_be_a_date(server: Server, client: Client) -> None:
    """It is not asked again before."""
    date = datetime.now(UTC).replace(microsecond=0) + timedelta(seconds=2)
    given = email.utils.format_datetime(date, usegmt=True)
    url = server.play("/a", says(b"", 503, headers={"Retry-After": given}), says(b"now"))
    assert client.get(url).text == "now"
    ago = time.monotonic() - server.times("/a")[1]
    assert datetime.now(UTC) - timedelta(seconds=ago) >= date - timedelta(seconds=0.05)


def test_a_wait_that_is_too_long_is_told_and_kept_to(server: Server, make: MakeClient) -> None:
    """The seconds are said, and no other client of this data directory asks the host meanwhile."""
    url = server.play("/a", says(b"", 429, headers={"Retry-After": "3600"}))
    with pytest.raises(TooBusy, match="another 3,600 s") as refused:
        make().get(url)
    assert refused.value.seconds == 3600
    with pytest.raises(TooBusy) as refused:
        make().get(server.url + "/b")
    assert 3500 < refused.value.seconds <= 3600
    assert [asked.path for asked in server.asked] == ["/robots.txt", "/a"]


def test_too_many_requests_without_a_word(server: Server, client: Client) -> None:
    """It is tried a few times, then told."""
    with pytest.raises(TooBusy):
        client.get(server.play("/a", says(b"", 429)))
    assert len(server.times("/a")) == 3


@pytest.mark.parametrize("status", [500, 502, 503, 504])
def test_a_server_that_recovers_is_had(server: Server, make: MakeClient, status: int) -> None:
    """After pauses that grow."""
    url = server.play("/a", says(b"", status), says(b"", status), says(b"well"))
    assert make(backoff=0.1).get(url).text == "well"
    first, second = server.gaps("/a")
    assert first >= 0.049 and second >= 0.099


def test_a_server_that_does_not_recover(server: Server, client: Client) -> None:
    """Few tries, then an error that says what it answered. Nothing is kept of it."""
    url = server.play("/a", *[says(b"", 500)] * 3, says(b"well"))
    with pytest.raises(Unreachable, match="answered 500"):
        client.get(url)
    assert len(server.times("/a")) == 3
    assert client.get(url).text == "well"


def test_nobody_listens(server: Server, client: Client) -> None:
    """A refused connection is told in words."""
    server.close()
    with pytest.raises(
        Unreachable, match=f"{server.authority.split(':')[0]} gave no whole answer: Connection refused"
    ):
        client.get(server.url + "/a")


@pytest.mark.parametrize(
    "act",
    [
        sends(),
        sends(b"nonsense\r\n\r\n"),
        sends(HEAD + b"Content-Length: 100\r\n\r\nabc"),
        sends(HEAD + b"Content-Length: nonsense\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"),
        says(gzip.compress(b"abc" * 1000)[:-9], headers={"Content-Encoding": "gzip"}),
        says(gzip.compress(b"abc" * 1000)[:20] + b"\0" * 30, headers={"Content-Encoding": "gzip"}),
        says(b"no gzip at all", headers={"Content-Encoding": "gzip"}),
        says(b"abc", headers={"Content-Encoding": "br"}),
        says(b"", 304),
        says(b"", 302),
    ],
    ids=[
        "hangs up",
        "no HTTP",
        "cut",
        "cut chunk",
        "cut gzip",
        "broken gzip",
        "no gzip",
        "not asked for",
        "304",
        "nowhere",
    ],
)
def test_what_is_not_whole_is_no_page(server: Server, client: Client, act: Act) -> None:
    """A half page is an error, never a page; the next one is had again."""
    url = server.play("/a", act)
    with pytest.raises(Unreachable):
        client.get(url)
    assert len(server.times("/a")) <= 3
    server.play("/a", says(b"whole"))
    assert client.get(url).text == "whole"


def test_a_cut_answer_is_tried_again(server: Server, client: Client) -> None:
    """As a connection that breaks is."""
    url = server.play("/a", sends(HEAD + b"Content-Length: 9\r\n\r\nabc"), says(b"whole"))
    assert client.get(url).text == "whole"


@given(
    st.text() | st.integers().map(str) | st.datetimes().map(email.utils.format_datetime),
    st.datetimes(timezones=st.just(UTC)),
)
def test_no_retry_after_is_too_odd(value: str, now: datetime) -> None:
    """It is read as seconds from now, or not at all."""
    seconds = retry_after(value, now)
    assert seconds is None or 0 <= seconds <= LONGEST


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        *[("0", 0), ("7", 7), (" 7 ", 7), ("9" * 400, LONGEST), ("-1", None), ("soon", None), ("", None)],
        ("Wed, 21 Oct 2015 07:28:30 GMT", 30),
        ("Wed, 21 Oct 2015 07:27:00 GMT", 0),
        ("Wed, 21 Oct 2015 09:28:10 +0200", 10),
    ],
)
def test_what_retry_after_says(value: str, seconds: float | None) -> None:
    """Seconds, or a date with whatever zone."""
    assert retry_after(value, datetime(2015, 10, 21, 7, 28, tzinfo=UTC)) == seconds


# Limits of time and size


@pytest.mark.parametrize(
    "act",
    [
        sends(HEAD + b"\r\n", *[b"x"] * 200, pause=0.05),
        sends(*[b"H", b"T", b"T", b"P"], *[b"x"] * 200, pause=0.05),
        sends(HEAD, *[b"X-Drip: 1\r\n"] * 90, pause=0.05),
        sends(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", *[b"1\r\nx\r\n"] * 200, pause=0.05),
        sends(*[b"HTTP/1.1 100 Continue\r\n\r\n"] * 200, pause=0.05),
    ],
    ids=["body", "status line", "headers", "chunks", "promises"],
)
def test_a_slow_drip_ends_at_the_total(server: Server, make: MakeClient, act: Act) -> None:
    """A byte now and then keeps no one beyond the time that a page has, wherever it drips."""
    url = server.play("/a", act)
    begun = time.monotonic()
    with pytest.raises(Unreachable, match="its time was up"):
        make(total=0.4).get(url)
    assert 0.39 < time.monotonic() - begun < 4
    assert len(server.times("/a")) == 1


@pytest.mark.parametrize("scheme", ["http", "https"])
@pytest.mark.parametrize("limits", [{"read": 0.3}, {"total": 0.3}], ids=str)
def test_a_server_that_is_silent(make: MakeClient, scheme: str, limits: dict[str, float]) -> None:
    """Ends one read, or the time of all of it, be it in the middle of a handshake."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        begun = time.monotonic()
        with pytest.raises(Unreachable):
            make(tries=1, **limits).get(f"{scheme}://127.0.0.1:{listening.getsockname()[1]}/a")
        assert time.monotonic() - begun < 4


def test_a_name_that_takes_long_to_look_up(make: MakeClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Is given up as a connection is."""
    forever = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: forever.wait(20))
    begun = time.monotonic()
    with pytest.raises(Unreachable, match=r"could not be looked up within 0\.2 s"):
        make(connect=0.2, tries=1).get("http://dictionary.test/")
    assert time.monotonic() - begun < 4
    forever.set()


def test_waits_and_tries_are_within_the_total(server: Server, make: MakeClient) -> None:
    """A pause that would not fit ends it at once."""
    url = server.play("/a", says(b"", 500))
    begun = time.monotonic()
    with pytest.raises(LiveError):
        make(tries=100, backoff=0.2, total=1.0).get(url)
    assert time.monotonic() - begun < 4
    assert len(server.times("/a")) < 6


BIG = b"x" * 300_000


@pytest.mark.parametrize(
    "act",
    [
        says(BIG),
        says(b"x", headers={"Content-Length": "9" * 18}),
        sends(HEAD + b"\r\n" + BIG),
        sends(HEAD + b"Transfer-Encoding: chunked\r\n\r\n493e0\r\n" + BIG + b"\r\n0\r\n\r\n"),
        says(gzip.compress(BIG), headers={"Content-Encoding": "gzip"}),
        says(gzip.compress(b"x" * 30_000_000, 1), headers={"Content-Encoding": "gzip"}),
        redirects("/b", body=BIG),
    ],
    ids=["declared", "a lie", "without a length", "chunked", "gzip", "gzip bomb", "redirect"],
)
def test_what_is_too_large_is_refused(server: Server, make: MakeClient, act: Act) -> None:
    """By its decoded bytes, in little memory, and not tried again."""
    client = make(size=200_000)
    tracemalloc.start()
    try:
        with pytest.raises(TooLarge, match="larger than 200,000 bytes"):
            client.get(server.play("/a", act))
        assert tracemalloc.get_traced_memory()[1] < 10_000_000
    finally:
        tracemalloc.stop()
    assert len(server.times("/a")) == 1


def test_a_page_of_just_the_limit_is_had(server: Server, make: MakeClient) -> None:
    """The limit itself is within it."""
    assert len(make(size=len(BIG)).get(server.play("/a", says(BIG))).content) == len(BIG)


# Pages on disk


def test_a_fresh_page_is_not_asked_for_again(server: Server, make: MakeClient) -> None:
    """By any client of the data directory."""
    url = server.play("/a", says("naïve".encode()))
    first, again = make().get(url), make().get(url)
    assert again == first._replace(from_cache=True)
    assert len(server.asked) == 2


@pytest.mark.parametrize(
    "validator", [{"etag": 'W/"1"'}, {"modified": "Wed, 21 Oct 2015 07:28:00 GMT"}], ids=str
)
def test_an_older_page_is_asked_about(server: Server, make: MakeClient, validator: dict[str, str]) -> None:
    """If it holds it is taken from disk; if not, the new one takes its place."""
    client = make(fresh=0.0)
    url = server.play("/a", holds(b"one", **validator))
    first, second = client.get(url), client.get(url)
    assert second == first._replace(from_cache=True, fetched=second.fetched)
    server.play("/a", says(b"two"))
    third = client.get(url)
    assert (third.text, third.from_cache) == ("two", False)
    client.get(url)
    conditions = [
        {name: value for name, value in asked.headers.items() if name.startswith("If-")}
        for asked in server.asked
        if asked.path == "/a"
    ]
    assert [list(condition.values()) for condition in conditions] == [
        [],
        [*validator.values()],
        [*validator.values()],
        [],
    ]


def test_a_page_that_holds_is_dated_anew(server: Server, make: MakeClient) -> None:
    """And is fresh again."""
    url = server.play("/a", holds(b"one", etag='"1"'))
    first = make().get(url)
    time.sleep(1.1)
    second = make(fresh=1.0).get(url)
    assert second.fetched > first.fetched
    assert make(fresh=60.0).get(url) == second
    assert len(server.times("/a")) == 2


def test_a_page_behind_a_redirect_is_asked_about_where_it_is(server: Server, make: MakeClient) -> None:
    """The condition is put to the address that it came from."""
    client = make(fresh=0.0)
    server.play("/b", holds(b"there", etag='"1"'))
    url = server.play("/a", redirects("/b"))
    assert [(page.text, page.url, page.from_cache) for page in (client.get(url), client.get(url))] == [
        ("there", server.url + "/b", False),
        ("there", server.url + "/b", True),
    ]
    assert ["If-None-Match" in asked.headers for asked in server.asked[1:]] == [False, False, False, True]


def test_what_a_site_wants_nobody_to_keep_is_not_kept(server: Server, client: Client) -> None:
    """no-store."""
    url = server.play("/a", says(b"x", headers={"Cache-Control": "private, No-Store"}))
    assert not client.get(url).from_cache and not client.get(url).from_cache
    assert len(server.times("/a")) == 2


def test_pages_for_one_key_are_not_for_another(server: Server, client: Client, folder: Path) -> None:
    """Nor is a key ever written down."""
    url = server.play("/a", says(b"x"))
    for key in ("s3cret-one", "s3cret-two", "s3cret-one"):
        client.get(url, headers={"accessKey": key})
    assert [asked.headers["accessKey"] for asked in server.asked[1:]] == ["s3cret-one", "s3cret-two"]
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert len(files) == 5
    assert not any(b"s3cret" in path.read_bytes() or "s3cret" in path.name for path in files)


@pytest.mark.parametrize(
    "damage",
    [b"", b"{}\nx", b"null\n", b"\xff\n\xff", b'{"at": "x"}\n', b"[" * 5000],
    ids=["short", "no facts", "null", "bytes", "no time", "deep"],
)
def test_a_damaged_page_is_asked_for_again(
    server: Server, client: Client, folder: Path, damage: bytes
) -> None:
    """As if there were none, whether a little or all of it is gone."""
    url = server.play("/a", says(b"x" * 100))
    client.get(url)
    for path in (folder / "pages").iterdir():
        path.write_bytes(damage or path.read_bytes()[:-1])
    assert not client.get(url).from_cache


def test_the_oldest_pages_go_first(server: Server, make: MakeClient, folder: Path) -> None:
    """So that the disk does not fill."""
    client = make(kept=50_000)
    urls = [server.play(f"/{number}", says(b"x" * 10_000)) for number in range(8)]
    for url in urls:
        client.get(url)
    assert sum(path.stat().st_size for path in (folder / "pages").iterdir()) <= 50_000
    assert client.get(urls[-1]).from_cache
    assert not client.get(urls[0]).from_cache


# The settings and the errors


def test_the_environment_says_who_and_where(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contact and the choice about private addresses; all else is as it is."""
    monkeypatch.setenv("ADJUDICATOR_CONTACT", "words@example.org")
    assert Policy.from_environment() == Policy(contact="words@example.org")
    monkeypatch.setenv("ADJUDICATOR_LIVE_PRIVATE", "1")
    assert Policy.from_environment() == Policy(contact="words@example.org", private=True)


def test_pages_are_kept_in_the_data_directory(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unless another folder is named."""
    monkeypatch.setenv("ADJUDICATOR_HOME", str(tmp_path / "home"))
    Client(QUICK).get(server.url + "/a")
    assert {path.name for path in (tmp_path / "home" / "live").iterdir()} == {"turns", "pages"}


def test_every_error_says_what_happened_and_survives_a_pickle() -> None:
    """They are all of one family that the edges know."""
    errors = [
        TooBusy("It is busy.", "Wait.", 7),
        ShapeChanged("a page of Collins", "headword"),
        Forbidden("No.", "Stop."),
    ]
    assert all(isinstance(error, LiveError) and isinstance(error, AdjudicatorError) for error in errors)
    again = [pickle.loads(pickle.dumps(error)) for error in errors]
    assert [str(error) for error in again] == [str(error) for error in errors]
    assert again[0].seconds == 7 and again[1].missing == "headword"
    assert str(errors[1]).startswith("The page's shape changed: a page of Collins has no headword.")
