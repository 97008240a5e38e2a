"""A bare Flask route, run by the server software that runs the service.

It speaks WSGI, with four threads, which is how one serves Flask there; the service has a front of its own before it. It is what ``make bench-http`` measures against: ``python -m tests.benchmarks.bare_app`` serves it on a free port until it is told to stop.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

from flask import Flask

from adjudicator.server import run as server

app = Flask("bare")


@app.get("/bare/<word>")
def bare(word: str) -> dict[str, Any]:
    """Answer as shortly as a verdict can be, without judging anything."""
    return {"word": word, "legal": True}


def load() -> Flask:
    """Return the application, in a worker whose collector and threads are set up as the service's (:func:`adjudicator.server.run.load`)."""
    sys.setswitchinterval(server.SWITCH_SECONDS)
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)
    return app


def main() -> int:
    """Serve until SIGTERM."""
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    address, port = server.claim("127.0.0.1", 0)
    print(f"Serving on http://{address}:{port}", flush=True)
    Granian(
        "tests.benchmarks.bare_app:app",
        address=address,
        port=port,
        interface=Interfaces.WSGI,
        workers=1,
        blocking_threads=4,
        websockets=False,
        log_level=LogLevels.error,
        log_dictconfig=server.LOGGING,
        workers_kill_timeout=server.STOP_SECONDS,
    ).serve(target_loader=load, wrap_loader=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
