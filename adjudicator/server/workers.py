"""Keeps a server's workers alive, and ends them with the server. Start at :class:`SupervisedServer`.

A worker that ends unasked is replaced at once, and the others go on answering. One that could not even start is tried again later and
later; if none answers and several in a row could not start, the server ends. In a worker, :func:`end_with_parent`, :func:`settle` and
:func:`ask_first` are the other half.
"""

from __future__ import annotations

import contextlib
import ctypes
import logging
import multiprocessing
import os
import queue
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from granian import _futures
from granian.server.mp import MPServer

from adjudicator.files import locked

TRIES = 3
"""Workers in a row that could not start, after which a server without any other ends."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker that could not start is tried again; twice as many each time."""
SETTLED_AFTER = 0.3
"""Seconds that a worker must answer for its start to count as one."""
TOLD_EVERY = 1.0
"""Seconds after which a worker that has not stopped is told to once more."""
LOOK_EVERY = 0.1
"""Seconds between two looks of a worker for its server."""
PREFIX = "adjudicator-metrics-"
LOCK = "lock"
FRESH = 1.0
"""Seconds for which a folder may not yet be locked by the server that has made it."""
_PR_SET_PDEATHSIG = 1

log = logging.getLogger(__name__)


class SupervisedServer(MPServer):
    """A server whose workers each keep a sign of life in *folder*, and are replaced when they end."""

    def __init__(self, *given: Any, folder: Path, **options: Any) -> None:
        super().__init__(*given, **options)
        self.main_loop_interrupt = Bell()
        self._folder = folder
        self._failed = 0
        """Workers in a row that could not start."""
        self._due: dict[int, float] = {}
        """Worker → when it is to be replaced."""

    def _serve_loop(self, spawn_target: Any, target_loader: Any) -> None:
        """Replace workers until the server is told to stop, or none can start. The framework's own supervisor ends all of them if one dies twice within a short time."""
        while not self.interrupt_signal:
            while self.interrupt_children:
                self._note_end(self.interrupt_children.pop(0))
            if self._failed >= TRIES and not self._answers():
                self.interrupt_children.extend(self._due)  # tells the framework that this is no clean end
                return
            for worker in [each for each, due in self._due.items() if due <= time.monotonic()]:
                del self._due[worker]
                self._replace(worker, spawn_target, target_loader)
            self.main_loop_interrupt.wait(self._pause())
        self.interrupt_children.clear()

    def _stop_workers(self) -> None:
        """Stop them, and tell those again that were told when they had only just begun: until its loop runs, a worker hears nothing."""
        have_stopped = threading.Event()
        threading.Thread(target=self._remind, args=(have_stopped,), daemon=True, name="reminder").start()
        try:
            super()._stop_workers()  # type: ignore[no-untyped-call]
        finally:
            have_stopped.set()

    def _remind(self, have_stopped: threading.Event) -> None:
        while not have_stopped.wait(TOLD_EVERY):
            for worker in self.wrks:
                worker.inner.terminate()

    def _note_end(self, worker: int) -> None:
        """Note that a worker has ended, and when to replace it."""
        from prometheus_client.multiprocess import mark_process_dead  # here: it must find the folder named

        pid = self.wrks[worker].inner.pid
        sign = _sign(self._folder, pid)
        self._failed = 0 if sign.exists() else self._failed + 1
        sign.unlink(missing_ok=True)
        mark_process_dead(pid, str(self._folder))  # type: ignore[no-untyped-call]
        pause = min(FIRST_PAUSE * 2 ** (self._failed - 1), LONGEST_PAUSE) if self._failed else 0.0
        self._due[worker] = time.monotonic() + pause

    def _answers(self) -> bool:
        return any(_sign(self._folder, each.inner.pid).exists() for each in self.wrks)

    def _replace(self, worker: int, spawn_target: Any, target_loader: Any) -> None:
        old = self.wrks[worker].inner
        self._respawn_workers([worker], spawn_target, target_loader)
        log.warning(
            "a worker that ended unasked was replaced",
            extra={
                "worker": worker + 1,
                "pid": old.pid,
                "exit_code": old.exitcode,
                "successor": self.wrks[worker].inner.pid,
            },
        )

    def _pause(self) -> float | None:
        return max(0.0, min(self._due.values()) - time.monotonic()) if self._due else None


class Bell(threading.Event):
    """Wakes the one that waits. Unlike an event, it may be rung by a signal's handler that interrupts whoever waits."""

    def __init__(self) -> None:
        super().__init__()
        self._rung: queue.SimpleQueue[None] = queue.SimpleQueue()

    def set(self) -> None:
        """Ring it."""
        self._rung.put(None)

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it has been rung once more, for *timeout* seconds at most; return whether it was."""
        try:
            self._rung.get(timeout=timeout)
        except queue.Empty:
            return False
        return True


@contextlib.contextmanager
def common_folder() -> Iterator[Path]:
    """Enter with a folder that the workers share, and remove it in the end. Those of servers that were killed are removed first."""
    sweep(Path(tempfile.gettempdir()))
    with tempfile.TemporaryDirectory(prefix=PREFIX) as folder, locked(Path(folder, LOCK)):
        yield Path(folder)


def sweep(place: Path) -> None:
    """Remove, of this user's folders in *place*, those that no server or worker of one holds any more."""
    for folder in place.glob(f"{PREFIX}*"):
        with contextlib.suppress(OSError):  # it is held, or another process has removed it
            lock = folder / LOCK
            if _is_ours(folder) and time.time() - lock.stat().st_mtime > FRESH:
                with locked(lock, 0):
                    pass
                shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    return not hasattr(os, "getuid") or folder.lstat().st_uid == os.getuid()


def _sign(folder: Path, pid: int) -> Path:
    return folder / f"{pid}.answers"


def settle(folder: Path) -> None:
    """Leave the sign of this worker in *folder* when it has answered for a moment."""
    sign = threading.Timer(SETTLED_AFTER, _leave, (_sign(folder, os.getpid()),))
    sign.daemon = True
    sign.start()


def _leave(sign: Path) -> None:
    with contextlib.suppress(OSError):  # the folder is gone when the server is
        sign.touch()


def ask_first(at_once: Callable[[Any, Any], bool]) -> None:
    """Have this worker ask *at_once* to answer each request, in the thread that has received it, and hand on to the event loop only what
    that does not answer.

    The way through the loop wakes another thread and makes a task: a quarter of what a short answer costs. The framework has no other
    place for this than the function that hands on; the release of it is bounded, and a test shows that what is asked first passes by.
    """
    hand_on = _futures._cbsched_aioschedule
    answering: set[int] = set()

    def asking(*given: Any) -> Callable[[Any], None]:
        to_the_loop = hand_on(*given)  # type: ignore[no-untyped-call]

        def schedule(watcher: Any) -> None:
            if (thread := threading.get_ident()) not in answering:
                answering.add(thread)
                interrupt_others(True)
            try:
                if at_once(watcher.scope, watcher.proto):
                    return
            except BaseException as error:
                watcher.err(error)
                return
            to_the_loop(watcher)

        return schedule

    _futures._cbsched_aioschedule = asking


def interrupt_others(may: bool) -> None:
    """Say whether this thread *may* interrupt another that is at work when it wakes, or waits for a few milliseconds (Linux). Threads that it
    starts inherit it.

    The one that sends wakes at every answer. Where it shares a processor with the one that answers, interrupting that takes a quarter
    of its time; otherwise several answers are sent at once.
    """
    with contextlib.suppress(AttributeError, OSError):
        policy = os.SCHED_OTHER if may else os.SCHED_BATCH
        os.sched_setscheduler(threading.get_native_id(), policy, os.sched_param(0))


def end_with_parent() -> None:
    """Make this worker end when its server does, however that ends.

    A server that is stopped stops its workers first. One that was killed takes them with it: whatever they do at that moment, and however
    busy they are, the system ends them. An answer that was not sent by then is lost with its connection; a change that was answered as
    done is in the ledger.
    """
    parent = multiprocessing.parent_process()
    if parent is None or parent.pid is None:
        return
    if not _tie_to_parent():
        threading.Thread(target=_look_for, args=(parent.pid,), daemon=True, name="parent-watch").start()
    elif os.getppid() != parent.pid:  # it was killed before
        os._exit(1)


def _tie_to_parent() -> bool:
    """Have the system end this process when its parent ends; return whether it will (Linux)."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _look_for(parent: int) -> None:
    """End with *parent*, where the system does not see to it."""
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    os._exit(1)
