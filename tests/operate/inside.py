"""What happens in the Debian that `unit.py` boots, told line by line. It runs by that Debian's own Python, without this project."""

from __future__ import annotations

import json
import os
import signal
import ssl
import subprocess
import sys
import time
import traceback
from pathlib import Path

import story  # type: ignore[import-not-found]

UNIT = "adjudicator.service"
HOME = "/var/lib/adjudicator"
HOST = "club.example"
CERTIFICATE = f"/etc/letsencrypt/live/{HOST}/fullchain.pem"


def run(*command: str) -> str:
    """Return what a command prints, whatever comes of it."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout + done.stderr).strip()


def shown(name: str) -> str:
    """Return a property of the unit."""
    return run("systemctl", "show", "--value", "--property", name, UNIT)


def command(*arguments: str) -> str:
    """Return what the command line prints to the service's user, as the documentation has it run."""
    user = ("setpriv", "--reuid=adjudicator", "--regid=adjudicator", "--clear-groups")
    return run(*user, "env", f"ADJUDICATOR_HOME={HOME}", "/opt/adjudicator/bin/adjudicator", *arguments)


def confinement(tell: story.Told) -> None:
    """What the unit lets the service do, as the kernel and systemd see it."""
    lines = Path("/proc", shown("MainPID"), "status").read_text().splitlines()
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    held = status["CapEff"].strip("0") == "" and status["NoNewPrivs"] == "1" and status["Seccomp"] == "2"
    tell("is confined", held, f"uid {status['Uid'].split()[0]}, no capability, calls are filtered")
    ledger = Path(HOME, "ledger.sqlite").stat()
    tell("keeps its ledger to itself", ledger.st_mode & 0o077 == 0, oct(ledger.st_mode & 0o777))
    said = run("systemd-analyze", "security", "--no-pager", UNIT).splitlines()[-1]
    tell("is rated", float(said.split(": ")[1].split()[0]) < 3, said.strip("→ "))


def upgrade(service: story.Service, tell: story.Told) -> None:
    """A ledger of the first version is brought up to date as the documentation says, while the service runs."""
    story.beside_an_older_ledger(service, tell)
    said = command("doctor", "--port", "8001")
    held = "needs-migration" in said and "Run `adjudicator ledger migrate`" in said
    tell("doctor says what to do", held, said.splitlines()[-1])
    backup = command("ledger", "backup", f"{HOME}/by-hand.backup")
    tell("is backed up", Path(HOME, "by-hand.backup").exists(), backup.splitlines()[-1])
    said = command("ledger", "migrate")
    tell("is migrated", "has version" in said, said.splitlines()[-1])
    story.with_what_was_there(service, tell)
    said = command("ledger", "verify")
    tell("adds up", not said or "adds up" in said or "whole" in said, said.splitlines()[-1] if said else "")


def breakdowns(service: story.Service, tell: story.Told) -> None:
    """Workers that are killed, a reload, a service that is killed, and its end."""
    main = shown("MainPID")
    workers = Path("/proc", main, "task", main, "children").read_text().split()
    os.kill(int(workers[-1]), signal.SIGKILL)
    tell("replaces a worker", service.up() and shown("MainPID") == main, "killed by -9")
    reloaded = run("systemctl", "reload", UNIT)
    tell("reloads", not reloaded and service.up() and shown("MainPID") == main, reloaded)
    os.kill(int(main), signal.SIGKILL)
    while shown("MainPID") in (main, "0"):
        time.sleep(0.1)
    story.again(service, tell)
    tell("was started again", shown("NRestarts") == "1", f"{shown('NRestarts')} restart")


def proxied(service: story.Service, tell: story.Told) -> None:
    """The same service below a path, by TLS, through nginx with the file of the documentation."""
    front = story.Service(f"https://{HOST}/words", service.token)
    front.context = ssl.create_default_context(cafile=CERTIFICATE)
    said = run("nginx", "-t") + run("systemctl", "start", "nginx")
    front.up()
    tell("is behind nginx", "successful" in said, run("nginx", "-v"))
    with front.open("/v1/house-lists", {"slug": "pub", "title": "Pub", "base": "boggle"}) as made:
        place = made.headers["Location"]
    tell("leads below the path", place == "/words/v1/house-lists/pub", place)
    story.again(front, tell)
    run("systemctl", "stop", UNIT)
    tell("nginx says that it is down", front.status("/readyz") == 502, "502")
    run("systemctl", "start", UNIT)
    story.again(front, tell)


def end(tell: story.Told) -> None:
    """The service stops in order."""
    began = time.monotonic()
    run("systemctl", "stop", UNIT)
    stopped = shown("Result") == "success" and shown("ActiveState") == "inactive"
    tell("stops", stopped, f"{shown('Result')} in {time.monotonic() - began:.1f} s")
    left = sorted(each.name for each in Path(HOME).glob("ledger.sqlite*"))
    tell("leaves one file of the ledger", left == ["ledger.sqlite"], left)


def trial(tell: story.Told) -> None:
    """Go through everything."""
    service = story.Service(f"http://{HOST}:8000")
    ready = service.up()
    version = run("systemctl", "--version").split()[1]
    tell("starts", ready["status"] == "ready", f"by systemd {version} and Python {sys.version.split()[0]}")
    upgrade(service, tell)
    confinement(tell)
    service.token = json.loads(command("token", "create", "Anna", "--scope", "owner", "--json"))["secret"]
    story.begun(service, tell)
    breakdowns(service, tell)
    proxied(service, tell)
    end(tell)


if __name__ == "__main__":
    tell = story.Told()
    try:
        trial(tell)
        tell("end", True, True)
    except BaseException:
        tell("breaks off", False, traceback.format_exc())
        tell("log", False, run("journalctl", "--no-pager", "-u", UNIT, "-u", "nginx", "-n", "60"))
