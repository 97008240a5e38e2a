"""A table, without a browser: who owns it, who comes to it, and everybody who must not."""

from __future__ import annotations

import io
import socket
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from flask import Flask
from werkzeug.test import TestResponse

from adjudicator.errors import AdjudicatorError
from adjudicator.ledger.ledger import shared
from adjudicator.ledger.store import ENVIRONMENT
from adjudicator.resources import Places
from adjudicator.runtime.settings import Settings
from adjudicator.runtime.table import Table
from adjudicator.server import table as serving
from adjudicator.server.app import create_app
from adjudicator.server.run import serve
from adjudicator.usecases import table as use
from tests.sample import Sample
from tests.web.test_page_disputes import filled, said

LAN = "192.168.7.5"
PHONE, PUBLIC = "192.168.7.20", "8.8.8.8"
CODE, ONCE = "k7mw2xqp", "adj_once"


@pytest.fixture(autouse=True)
def _its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has the address that the tests say."""
    own = {"127.0.0.1", "::1", LAN, "93.184.215.14", "fd00::5"}
    monkeypatch.setattr("adjudicator.runtime.table.is_own", lambda address: str(address) in own)


@pytest.fixture
def made(sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Flask]]:
    """Makes the application of a table, as one of its workers does."""
    monkeypatch.setenv(ENVIRONMENT, str(sample.path))
    places = Places.from_environment()
    with use.opened(places) as owner:

        def app(chosen: Settings | None = None, **more: Any) -> Flask:
            known: dict[str, Any] = {
                "address": f"http://{LAN}:8000",
                "names": frozenset({"localhost", "laptop", "laptop.local"}),
                "owner": owner,
                "friends": CODE,
                "once": ONCE,
                "folder": tmp_path,
            }
            return create_app(chosen=chosen, places=places, table=Table(**{**known, **more}))

        yield app
    shared(places=places).close()


class Device:
    """A browser on a device with an address of its own."""

    def __init__(self, app: Flask, peer: str, host: str = f"{LAN}:8000", **fields: str) -> None:
        self.client = app.test_client()
        self.peer, self.host, self.fields = peer, host, fields

    def ask(self, method: str, path: str, **more: Any) -> TestResponse:
        environ = {"REMOTE_ADDR": self.peer, **more.pop("environ", {})}
        headers = {"Accept": "text/html", **self.fields, **more.pop("headers", {})}
        base = f"http://{self.host}/"
        return self.client.open(
            path, method=method, base_url=base, environ_overrides=environ, headers=headers, **more
        )

    def see(self, path: str, status: int = 200) -> BeautifulSoup:
        response = self.ask("GET", path)
        assert response.status_code == status, response.text
        return BeautifulSoup(response.text, "html.parser")

    def send(self, path: str, action: str, **fields: str) -> TestResponse:
        """Send the form of a page whose address ends with *action*."""
        form = self.see(path).select_one(f'form[action$="{action}"]')
        assert form is not None, f"{path} has no form for {action}"
        return self.ask("POST", str(form["action"]), data={**filled(form), **fields})

    def done(self, path: str, action: str, **fields: str) -> str:
        response = self.send(path, action, **fields)
        assert response.status_code == 303, response.text
        return response.headers["Location"]

    def name(self) -> str:
        """Who is signed in here."""
        return said(self.see("/sign-in").select_one("h1") or self.see("/sign-in")).removeprefix(
            "Signed in as "
        )


def here(app: Flask, **fields: str) -> Device:
    """The browser of the machine itself."""
    return Device(app, "127.0.0.1", "localhost:8000", **fields)


def test_an_evening(made: Callable[..., Flask]) -> None:
    """The machine owns the table and makes a list by one button; two friends scan, say their names, challenge and vote; the machine closes it."""
    app = made()
    laptop, ben, cleo = here(app), Device(app, PHONE), Device(app, "192.168.7.21")
    front = laptop.see("/")
    assert front.select_one("aside.table .code svg") and "Friends scan this" in said(front)
    assert laptop.done("/lists", "/lists") == "/lists/our-words"
    assert laptop.done("/lists", "/lists") == "/lists/our-words-2"
    assert f"{LAN}:8000/t/{CODE}" in said(laptop.see("/table"))
    for friend, name in ((ben, "Ben"), (cleo, "Cleo")):
        assert friend.done(f"/t/{CODE}", f"/t/{CODE}", name=name) == "/"
        assert friend.name() == name
        front = friend.see("/")
        assert front.select_one("aside.table") is None and f"Hello, {name} !" in said(front)
        table = friend.see("/table")
        assert f"{LAN}:8000/t/{CODE}" in said(table)  # to pass it on
        assert [each["href"] for each in table.select("p.act a")] == ["/play", "/"]
    challenge = {"player": "Ben", "challenger": "Cleo", "settle": "vote", "quorum": "2"}
    path = cleo.done("/disputes/new?word=glorp&ruleset=boggle", "/disputes/new", **challenge)
    ben.done(path, "/vote", choice="legal")
    cleo.done(path, "/vote", choice="legal")
    assert ben.see(path).select_one('form[action$="/close"]') is None
    laptop.done(path, "/close")
    laptop.done(path, "/precedent", slug="our-words")
    assert "glorp LEGAL" in said(ben.see("/?word=glorp&ruleset=house:our-words"))


def test_friends_own_nothing(made: Callable[..., Flask]) -> None:
    """A friend makes no list, ends no vote, and names no owner; the page says who does."""
    app = made()
    ben = Device(app, PHONE)
    ben.done(f"/t/{CODE}", f"/t/{CODE}", name="Ben")
    lists = ben.see("/lists")
    assert lists.select_one('form[action$="/lists"]') is None
    assert "The computer at the table makes new lists." in said(lists)
    key = filled(ben.see("/sign-in").select("form")[0])
    assert ben.ask("POST", "/lists", data={**key, "title": "x", "base": "boggle"}).status_code == 403
    assert ben.ask("POST", "/table", data={**key, "name": "Ben"}).status_code == 401


def test_a_challenge_leads_on(made: Callable[..., Flask]) -> None:
    """Who has scanned the code and only looked words up is asked for a name when they challenge, and goes on where they were; who has not, to
    scan it. No page speaks of a terminal.
    """
    app = made()
    ben = Device(app, PHONE)
    there = "/disputes/new?words=aswell&ruleset=boggle&player=Cleo"
    lost = ben.see(there)
    assert "Scan the code at the table first" in said(lost) and not lost.select(f'a[href*="{CODE}"]')
    ben.see(f"/t/{CODE}")
    link = ben.see(there).select_one(f'a[href^="/t/{CODE}"]')
    assert link is not None and said(link) == "Say your name, and go on"
    onward = ben.done(str(link["href"]), f"/t/{CODE}", name="Ben")
    assert onward.startswith("/disputes/new?") and "player=Cleo" in onward
    assert filled(ben.see(onward).select("#challenge")[0])["challenger"] == "Ben"
    for path in ("/", "/lists", "/disputes", "/sign-in", "/table", there):
        for device in (here(app), Device(app, PHONE), ben):
            text = said(device.see(path)).lower()
            assert not [
                word for word in ("terminal", "adjudicator token", "command", "make table") if word in text
            ]


def test_the_machine_owns_it(made: Callable[..., Flask]) -> None:
    """Nothing is typed on the machine itself, by whichever of its names it is opened; a name may be given, and owns it, too."""
    app = made()
    for peer, host in (
        ("127.0.0.1", "localhost:8000"),
        ("::1", "[::1]:8000"),
        ("127.0.1.1", "laptop:8000"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
    ):
        assert Device(app, peer, host).name() == "the table"
    laptop = here(app)
    path = laptop.done(
        "/disputes/new?word=glorp&ruleset=boggle",
        "/disputes/new",
        player="Ben",
        challenger="Cleo",
        settle="vote",
    )
    assert laptop.done("/table", "/table", name="Anna") == "/table"
    assert laptop.name() == "Anna"
    assert laptop.see(path).select_one('form[action$="/close"]')
    laptop.done("/sign-in", "/sign-out")
    assert laptop.name() == "the table"
    assert laptop.send("/table", "/table", name=" ").status_code == 422


@pytest.mark.parametrize(
    "field",
    [
        "X-Forwarded-For",
        "X-Forwarded-Host",
        "X-Forwarded-Proto",
        "Forwarded",
        "Via",
        "X-Real-IP",
        "CF-Connecting-IP",
        "True-Client-IP",
    ],
)
def test_behind_a_proxy_nobody_owns_it(made: Callable[..., Flask], field: str) -> None:
    """A proxy in front makes every peer the machine itself: a request that says it was passed on owns nothing."""
    proxied = here(made(), **{field: "127.0.0.1"})
    assert proxied.name() == "Who are you?"
    assert proxied.see("/").select_one("aside.table") is None


def test_a_trusted_proxy_owns_nothing_either(made: Callable[..., Flask]) -> None:
    """Nor does anybody where proxies are configured, whether or not they say something; whom they name must be in the local network."""
    app = made(Settings(proxies=1), proxies=1)
    assert here(app).name() == "Who are you?"
    fields = {"X-Forwarded-For": PHONE, "X-Forwarded-Host": "laptop.local"}
    assert here(app, **fields).name() == "Who are you?"
    assert here(app, **{**fields, "X-Forwarded-For": PUBLIC}).ask("GET", "/").status_code == 403
    assert here(app, **{**fields, "X-Forwarded-Host": "evil.example"}).ask("GET", "/").status_code == 421
    assert here(made()).ask("GET", "/", environ={"SERVER_PROTOCOL": "HTTP/1.0"}).text.count("aside") == 0


@pytest.mark.parametrize("host", [f"{LAN}:8000", "laptop.local:8000"])
@pytest.mark.parametrize("peer", [LAN, PHONE, "169.254.3.4", "fe80::1%eth0", "fd00::77", "10.0.0.1"])
def test_a_device_of_the_network_owns_nothing(made: Callable[..., Flask], peer: str, host: str) -> None:
    """It looks words up, the machine by its own address in the network too; the code is not shown to it."""
    device = Device(made(), peer, host)
    assert device.name() == "Who are you?"
    assert CODE not in device.see("/table").decode() and CODE not in device.see("/").decode()


@pytest.mark.parametrize(
    "peer", [PUBLIC, "100.64.0.9", "2001:4860::1", "::ffff:8.8.8.8", "", "nobody", "224.0.0.1"]
)
@pytest.mark.parametrize(
    "path", ["/", "/healthz", "/v1/rulesets/boggle/words/trig", "/static/style.css", f"/t/{CODE}"]
)
def test_nobody_from_elsewhere(made: Callable[..., Flask], peer: str, path: str) -> None:
    """Whoever is not in the local network gets no page, no verdict, not even the state."""
    assert Device(made(), peer).ask("GET", path).status_code == 403


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        f"{LAN}.evil.example",
        "laptop.evil.example",
        "192.168.7.6",
        "0.0.0.0:8000",
        "93.184.215.14",
        "8.8.8.8",
        "[::]:8000",
        "[",
        "localhost.evil.example:8000",
        "127.0.0.1.nip.example",
    ],
)
@pytest.mark.parametrize("peer", ["127.0.0.1", PHONE])
def test_a_foreign_name(made: Callable[..., Flask], host: str, peer: str) -> None:
    """A page that has its own name mean this machine is not answered, from the machine itself neither."""
    response = Device(made(), peer).ask("GET", "/", headers={"Host": host})
    assert response.status_code == 421 and CODE not in response.text


@pytest.mark.parametrize(
    "fields",
    [
        {"Origin": "http://evil.example"},
        {"Sec-Fetch-Site": "cross-site", "Origin": "null"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://localhost:3000"},
    ],
)
def test_a_foreign_page(made: Callable[..., Flask], fields: dict[str, str]) -> None:
    """A form that another site sends by the browser of the machine changes nothing, though that browser owns the table."""
    laptop = here(made())
    key = filled(laptop.see("/lists").select('form[action="/lists"]')[0])
    assert laptop.ask("POST", "/lists", data=key, headers=fields).status_code == 403
    bare = here(made())
    assert bare.ask("POST", "/lists", data={"title": "x", "base": "boggle"}).status_code == 403
    assert "Our words" not in said(bare.see("/lists").select_one(".all-lists") or bare.see("/lists"))


def test_the_api_owns_nothing(made: Callable[..., Flask]) -> None:
    """The machine owns the pages alone: the API asks for a token as ever."""
    response = here(made()).ask("POST", "/v1/house-lists", json={"slug": "x", "title": "x"})
    assert response.status_code == 401


def test_the_link_of_the_owner_works_once(made: Callable[..., Flask]) -> None:
    """Who opens it and says a name owns the table; it is good for nobody after that, in no worker."""
    first, second = made(), made()
    phone, other, late = Device(first, PHONE), Device(second, "192.168.7.21"), Device(first, "192.168.7.22")
    late.see(f"/t/{ONCE}")
    form = filled(late.see(f"/t/{ONCE}").select('form[action^="/t/"]')[0])
    assert phone.send(f"/t/{ONCE}", f"/t/{ONCE}", name=" ").status_code == 422  # does not use it up
    assert "This table is yours" in said(phone.see(f"/t/{ONCE}"))
    assert phone.done(f"/t/{ONCE}", f"/t/{ONCE}", name="Anna") == "/"
    assert phone.done("/lists", "/lists").startswith("/lists/")
    assert f"{LAN}:8000/t/{CODE}" in said(phone.see("/table"))
    for device in (other, phone):
        assert "used up" in said(device.see(f"/t/{ONCE}", 404))
    assert late.ask("POST", f"/t/{ONCE}", data={**form, "name": "Mallory"}).status_code == 404
    assert late.name() == "Who are you?"


def test_two_at_once(made: Callable[..., Flask], tmp_path: Path) -> None:
    """Where two send the form at the same moment, one of them gets it, and the other's token is over."""
    app = made()
    slow = Device(app, PHONE)
    form = filled(slow.see(f"/t/{ONCE}").select('form[action^="/t/"]')[0])
    table: Table = app.extensions["adjudicator.table"]
    real = Table.role_of
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "role_of", lambda self, key: "owner")  # both have been let in before it was used
        assert table.use_once() and not table.use_once()
        assert slow.ask("POST", f"/t/{ONCE}", data={**form, "name": "Mallory"}).status_code == 404
    assert Table.role_of is real
    assert slow.name() == "Who are you?"
    given = [each for each in shared().tokens.listing() if each.name == "Mallory"]
    assert [each.revoked_at is not None for each in given] == [True]


def test_a_restart(made: Callable[..., Flask], tmp_path: Path) -> None:
    """After a restart the old code, the old link and the old cookie of the code let nobody in; who has said a name goes on."""
    before = made()
    ben, cleo = Device(before, PHONE), Device(before, "192.168.7.21")
    ben.done(f"/t/{CODE}", f"/t/{CODE}", name="Ben")
    cleo.see(f"/t/{CODE}")
    after = made(friends="anothercode", once="adj_another", folder=tmp_path / "new")
    for device in (ben, cleo):
        device.client.application = after
        for old in (CODE, ONCE):
            assert "of another evening" in said(device.see(f"/t/{old}", 404))
    assert ben.name() == "Ben"
    assert "Scan the code at the table first" in said(cleo.see("/sign-in"))


def test_the_end(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the machine itself owned it by is over with the process; the lists and the names stay."""
    monkeypatch.setenv(ENVIRONMENT, str(sample.path))
    with use.opened(Places.from_environment()) as secret:
        assert shared().tokens.who(secret).scope == "owner"
    states = {each.name: each.revoked_at is None for each in shared().tokens.listing()}
    shared().close()
    assert states["the table"] is False and states["Anna"] is True


def test_a_name_lasts_a_day(made: Callable[..., Flask]) -> None:
    """What a device was let do ends by itself."""
    app = made()
    ben = Device(app, PHONE)
    ben.done(f"/t/{CODE}", f"/t/{CODE}", name="Ben")
    [token] = [
        each for each in shared().tokens.listing() if each.created_by == use.NAME and each.name == "Ben"
    ]
    assert (token.scope, token.subject) == ("voter", "*") and token.expires is not None
    assert token.state("2999-01-01T00:00:00.000000Z") == "expired"


@pytest.mark.parametrize("cookie", ["adjudicator_token", "adjudicator_table"])
@pytest.mark.parametrize("forged", ["adj_forged", CODE, ONCE, "the table", "x" * 4000, "", "me"])
def test_forged_cookies(made: Callable[..., Flask], cookie: str, forged: str) -> None:
    """They make nobody anything."""
    device = Device(made(), PHONE)
    device.client.set_cookie(cookie, forged, domain=LAN)
    assert device.name() == "Who are you?"
    assert CODE not in device.see("/table").decode()


def test_nobody_tries_many_keys(made: Callable[..., Flask]) -> None:
    """A device that tries one key after the other is stopped, and the right one does it no good then."""
    device = Device(made(), PHONE)
    tried = [device.ask("GET", f"/t/{number:08}").status_code for number in range(61)]
    assert (tried[0], tried[-1]) == (404, 429)
    assert device.ask("GET", f"/t/{CODE}").status_code == 429
    assert Device(made(), "192.168.7.21").ask("GET", f"/t/{CODE}").status_code == 200


def test_a_code_for_voters_is_one_that_phones_reach(made: Callable[..., Flask]) -> None:
    """A link that is made on the machine has the address that others reach, though the page was opened as localhost."""
    laptop = here(made())
    path = laptop.done(
        "/disputes/new?word=glorp&ruleset=boggle",
        "/disputes/new",
        player="Ben",
        challenger="Cleo",
        settle="vote",
    )
    laptop.done(path, "/invites")
    soup = laptop.see(path)
    link = soup.select_one(".link a")
    assert link is not None and str(link["href"]).startswith(f"http://{LAN}:8000/join/adj_")
    assert "Phones cannot reach this address" not in said(soup)


def test_without_a_network(made: Callable[..., Flask]) -> None:
    """The machine alone has the table, and its page says so instead of a code that leads nowhere."""
    laptop = here(made(address="http://127.0.0.1:8000"))
    assert laptop.see("/").select_one("aside.table .code") is None
    assert "This computer is in no network" in said(laptop.see("/table"))


def test_a_public_table(made: Callable[..., Flask]) -> None:
    """Where it was so told, it answers to everybody, by the machine's public address, too, and to no other name."""
    app = made(public=True)
    far = Device(app, PUBLIC, "93.184.215.14:8000")
    assert far.name() == "Who are you?"
    assert far.ask("GET", "/", headers={"Host": "evil.example"}).status_code == 421
    assert here(app).name() == "the table"


def test_other_servers_have_no_table(client: Any) -> None:
    """Without a table nobody owns anything by where they sit, whatever names they ask by, and there are no pages of one."""
    response = client.get(
        "/sign-in", environ_overrides={"REMOTE_ADDR": "127.0.0.1"}, base_url="http://any.example"
    )
    assert "<h1>Sign in</h1>" in response.text
    for path in ("/table", f"/t/{CODE}"):
        assert client.get(path).status_code == 404


# which network


def found(*addresses: str) -> list[Any]:
    return [ip_address(each) for each in addresses]


@pytest.mark.parametrize(
    ("own", "host", "by"),
    [
        ([LAN, "10.1.1.1", "fd00::5"], "0.0.0.0", [LAN, "10.1.1.1"]),
        (["fd00::5"], "::", ["fd00::5"]),
        ([], "127.0.0.1", []),
    ],
)
def test_where_it_listens(own: list[str], host: str, by: list[str]) -> None:
    """On the network that the machine is in; where there is none, for itself alone."""
    assert serving.host_for(found(*own)) == host
    assert [str(each) for each in serving.reached(host, found(*own), public=False)] == by


@pytest.mark.parametrize("host", ["93.184.215.14", "8.8.8.8", "2001:4860::1", "100.64.0.1"])
def test_a_public_address_is_refused(host: str) -> None:
    """A table is not bound to one, nor to all where one is among them, unless it is to be public."""
    address = ip_address(host)
    everything = "0.0.0.0" if address.version == 4 else "::"
    for at in (host, everything):
        with pytest.raises(AdjudicatorError, match=r"public address.*--public"):
            serving.reached(at, [address], public=False)
        assert serving.reached(at, [address], public=True) == [address]


def test_public_is_for_a_table() -> None:
    """Without a table the switch is a mistake in the call."""
    with pytest.raises(AdjudicatorError, match="--public is for a table"):
        serve(None, 0, 1, public=True)


def test_the_machine_knows_its_addresses() -> None:
    """It can listen on each of them, and none is its loopback."""
    for address in serving.addresses():
        assert not address.is_loopback
        family = socket.AF_INET if address.version == 4 else socket.AF_INET6
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.bind((str(address), 0))
    assert "localhost" in serving.names() and socket.gethostname().lower().rstrip(".") in serving.names()


def table_at(address: str, **more: Any) -> Table:
    return Table(address, frozenset(), "secret", CODE, ONCE, Path(), **more)


@pytest.mark.parametrize("encoding", ["utf-8", "ascii", "cp1252"])
def test_what_the_terminal_says(encoding: str) -> None:
    """Where to go, the code, the link that works once, what is open to whom, and what ends; never the secret of the owner."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    told = serving.invitation(table_at(f"http://{LAN}:8000"), "0.0.0.0", 8000, found(LAN, "10.1.1.1"), stream)
    for part in (
        "http://localhost:8000",
        f"http://{LAN}:8000/t/{CODE}",
        f"/t/{ONCE}",
        "http://10.1.1.1:8000",
        "Every device in your network can look words up",
        "Nobody outside your network",
        "code and the link are over",
    ):
        assert part in told
    assert ("█" in told) is (encoding == "utf-8")
    assert "secret" not in told and max(map(len, told.splitlines())) < 200


def test_what_the_terminal_warns_of() -> None:
    """A public table, a proxy, a machine without a network: each is said."""
    stream = io.StringIO()

    def told(table: Table, host: str, *by: str) -> str:
        return serving.invitation(table, host, 8000, found(*by), stream)

    public = told(table_at("http://8.8.8.8:8000", public=True), "0.0.0.0", "8.8.8.8")
    assert "WARNING: --public" in public and "Everybody, on the internet too" in public
    assert "only the link makes an owner" in told(table_at(f"http://{LAN}:8000", proxies=1), "0.0.0.0", LAN)
    alone = told(table_at("http://127.0.0.1:8000"), "127.0.0.1")
    assert "No other device can open it" in alone and CODE not in alone
    assert "localhost" not in told(table_at(f"http://{LAN}:8000"), LAN, LAN)
