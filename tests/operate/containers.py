"""The recipe of the container and what composes it, under podman: `python -m tests.operate.containers`.

It needs root, Debian and podman 4, and no registry of images: a Debian of its own stands for both images that the files name, as it is for the one
of Python, and with a start that heeds the same variables for the one of PostgreSQL. All runs in a network of its own, in which the
containers have the host's. podman-compose reads `compose.yaml` as it is; what was added to it is in `OVER`. An upgrade of the ledger, a verdict, a
list, a dispute, restarts: what came of each is printed; a part that did not go as it should ends the trial with 1.
"""

from __future__ import annotations

import functools
import http.server
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import URL

from tests.clients.tools import environment
from tests.conftest import ROOT
from tests.ledger.test_backup import first_ledger
from tests.operate import story
from tests.operate.system import WORK, debian, need, run, wheels

PYTHON = "docker.io/library/python:3.11-slim-bookworm"
POSTGRESQL = "docker.io/library/postgres:16"
PASSWORD = "5ecret"
START = """\
#!/bin/sh -e
cd /var/lib/postgresql/data
if [ ! -s PG_VERSION ]; then
  echo "$POSTGRES_PASSWORD" >/tmp/password
  initdb --username="$POSTGRES_USER" --pwfile=/tmp/password --auth=scram-sha-256 --encoding=UTF8 -D .
  echo "CREATE DATABASE $POSTGRES_DB" | postgres --single -D . postgres
  echo "host all all all scram-sha-256" >>pg_hba.conf
fi
exec postgres -D . -c listen_addresses='*'
"""
RECIPE = f"""\
FROM {PYTHON}
COPY --chmod=755 start /start
RUN install -d -o postgres -g postgres -m 700 /var/lib/postgresql/data
ENV PATH=/usr/lib/postgresql/15/bin:$PATH
USER postgres
ENTRYPOINT ["/start"]
"""
SETTINGS = """\
[containers]
cgroups = "disabled"
default_ulimits = ["nofile=1024:4096", "nproc=1024:4096"]
"""
"""What podman is told of this machine, where a container in a container may not make groups or lift limits."""
OVER = {"network_mode": "host", "extra_hosts": ["database:127.0.0.1"]}
"""What each service has beside what the file says."""
IN_ITS_OWN = """\
mount -t tmpfs tmpfs /sys/fs/cgroup && mount -t cgroup2 none /sys/fs/cgroup
mount -t tmpfs tmpfs /run && ip link set lo up
exec "$0" -m tests.operate.containers --inside
"""
PODMAN = ("--root", str(WORK / "podman"), "--runroot", "/run/podman-trial", "--cgroup-manager=cgroupfs", "--events-backend=file")  # fmt: skip


def podman(*command: str | Path) -> str:
    """Return what podman prints."""
    return run("podman", *PODMAN, *command)


def images() -> None:
    """Have an image by each name that the files have."""
    if subprocess.run(["podman", *PODMAN, "image", "exists", PYTHON], check=False).returncode:
        run("sh", "-c", f"tar -C '{debian()}' -c . | podman {' '.join(PODMAN)} import -q - {PYTHON}")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "start").write_text(START)
        (Path(folder) / "Containerfile").write_text(RECIPE)
        podman("build", "-q", "--isolation=chroot", "-t", POSTGRESQL, folder)


def compose(over: Path, *command: str) -> str:
    """Return what podman-compose prints."""
    built = f"--no-cache --isolation=chroot --volume={WORK / 'wheels'}:/pinned:ro --env=PIP_NO_INDEX=1 --env=PIP_FIND_LINKS=/pinned"
    own = (
        f"--podman-args={' '.join(PODMAN)}",
        f"--podman-build-args={built}",
    )
    return run(environment("compose") / "podman-compose", "--in-pod=false", "-f", ROOT / "compose.yaml", "-f", over, *own, *command)  # fmt: skip


def up(do: Callable[..., str]) -> None:
    """Start the services one after the other: podman 4.3 finds no need of a service that goes by way of another one."""
    for name in ("database", "migrate", "adjudicator"):
        do("up", "-d", "--no-deps", name)


def lexicon(folder: Path) -> tuple[str, str]:
    """Return an address at which the built lexicon can be had from now on, and its digest."""
    told = run(Path(sys.executable).with_name("adjudicator"), "lexicon", "export", folder / "lexicon.gz")
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/lexicon.gz", told.split()[-1]


def trial(tell: story.Told, folder: Path) -> None:
    """Go through everything."""
    over = folder / "over.json"
    over.write_text(json.dumps({"services": dict.fromkeys(("database", "migrate", "adjudicator"), OVER)}))
    do = functools.partial(compose, over)
    images()
    do("down", "-v")
    began = time.monotonic()
    do("build")
    tell("is built", True, f"{podman('--version').split()[-1]}, in {time.monotonic() - began:.0f} s")
    do("up", "-d", "database")
    name = podman("ps", "--format", "{{.Names}}").strip()
    for _ in range(300):
        if (
            subprocess.run(
                ["podman", *PODMAN, "healthcheck", "run", name], capture_output=True, check=False
            ).returncode
            == 0
        ):
            break
        time.sleep(0.2)
    first_ledger(URL.create("postgresql", "adjudicator", PASSWORD, "127.0.0.1", 5432, "adjudicator"), folder)
    address, digest = lexicon(folder)
    do(
        "run",
        "--no-deps",
        "--rm",
        "adjudicator",
        "adjudicator",
        "lexicon",
        "import",
        address,
        "--digest",
        digest,
    )
    up(do)
    service = story.Service("http://localhost:8000")
    service.up()
    story.with_what_was_there(service, tell)
    inside = ("exec", "-T", "adjudicator")
    backups = do(*inside, "sh", "-c", "ls /var/lib/adjudicator/*.backup")
    tell("has written a backup before", "ledger-0001-" in backups, backups.strip())
    service.token = json.loads(do(*inside, "adjudicator", "token", "create", "Anna", "--scope", "owner", "--json"))["secret"]  # fmt: skip
    story.begun(service, tell)
    said = do(*inside, "sh", "-c", "id -u; touch /opt/x 2>&1 || true")
    tell("is nobody in particular, on a root that is read-only", said.split()[0] == "10001" and "Read-only" in said, said.split()[0])  # fmt: skip
    do("restart", "adjudicator")
    story.again(service, tell)
    do("restart", "database")
    story.again(service, tell)
    do("down")
    up(do)
    story.again(service, tell)
    do("down", "-v")


def main() -> int:
    """Go through everything in a network of its own, and tell what came of it."""
    need("podman", "podman", "crun")
    if sys.argv[1:] != ["--inside"]:
        debian()
        wheels()
        environment("compose")
        return subprocess.run(["unshare", "--mount", "--net", "sh", "-ec", IN_ITS_OWN, sys.executable], check=False).returncode  # fmt: skip
    os.environ["ADJUDICATOR_DB_PASSWORD"] = PASSWORD
    tell = story.Told()
    with tempfile.TemporaryDirectory() as folder:
        settings = Path(folder) / "containers.conf"
        settings.write_text(SETTINGS)
        os.environ["CONTAINERS_CONF"] = str(settings)
        trial(tell, Path(folder))
    return int(not tell.well)


if __name__ == "__main__":
    sys.exit(main())
