"""The unit under a real systemd, and nginx in front of it: `python -m tests.operate.unit`.

A Debian of its own boots in a container of systemd's, with a network of its own. In it are the files of the documentation as they are; `inside.py`
goes through an upgrade of the ledger, a verdict, a list, a dispute, restarts, TLS and a path. What came of each is printed; a part that did
not go as it should ends the trial with 1.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import ROOT
from tests.operate.system import need, run, service, system

HERE = Path(__file__).parent
FILES = ROOT / "docs" / "operate" / "files"
HOST = "club.example"
SECONDS = 1_200
TRIAL = """\
[Unit]
After=adjudicator.service multi-user.target

[Service]
Type=oneshot
ExecStart=/usr/bin/python3 /trial/inside.py
StandardOutput=file:/trial/told
StandardError=file:/trial/errors
ExecStopPost=/usr/bin/systemctl --no-block poweroff

[Install]
WantedBy=default.target
"""


def prepared() -> Path:
    """Return the folder of a Debian that has everything in its place but has not been booted."""
    root = system("unit")
    service(root)
    units = root / "etc" / "systemd" / "system"
    shutil.copy(FILES / "adjudicator.service", units)
    (units / "trial.service").write_text(TRIAL)
    for name, target in (("adjudicator", "multi-user"), ("trial", "default")):
        wants = units / f"{target}.target.wants"
        wants.mkdir(exist_ok=True)
        (wants / f"{name}.service").symlink_to(f"../{name}.service")
    for name in ("nginx", "postgresql"):
        run("chroot", root, "systemctl", "disable", name)
    (root / "etc" / "adjudicator").mkdir()
    (root / "etc" / "adjudicator" / "environment").write_text(f"ADJUDICATOR_HOSTS={HOST}\n")
    sites = root / "etc" / "nginx"
    (sites / "sites-enabled" / "default").unlink()
    shutil.copy(FILES / "nginx.conf", sites / "sites-available" / "adjudicator")
    (sites / "sites-enabled" / "adjudicator").symlink_to("../sites-available/adjudicator")
    with (root / "etc" / "hosts").open("a") as hosts:
        hosts.write(f"127.0.0.1 localhost {HOST}\n")
    keys = root / "etc" / "letsencrypt" / "live" / HOST
    keys.mkdir(parents=True)
    named = ("-subj", f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}")
    made = ("-keyout", keys / "privkey.pem", "-out", keys / "fullchain.pem")
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *named, *made)
    (root / "trial").mkdir()
    for name in ("inside.py", "story.py"):
        shutil.copy(HERE / name, root / "trial")
    return root


def main() -> int:
    """Boot, and tell what came of it."""
    need("systemd-nspawn", "systemd-container")
    root = prepared()
    boot = f"mount -t tmpfs tmpfs /run && exec systemd-nspawn -q -D '{root}' --register=no --keep-unit --private-network --boot"
    try:
        subprocess.run(
            ["unshare", "--mount", "sh", "-c", boot],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=SECONDS,
        )
    except subprocess.TimeoutExpired:
        print(f"- it did not end within {SECONDS} s")
    told = (root / "trial" / "told").read_text() if (root / "trial" / "told").exists() else ""
    print(told, end="")
    return int("\n- " in f"\n{told}" or not told.endswith("+ end: True\n"))


if __name__ == "__main__":
    sys.exit(main())
