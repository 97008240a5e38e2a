"""d"""

from tests.clients.tools import run

LIBRARIES: tuple[str, ...] = ()


def play(library: str, address: str) -> str:
    return run(library, address)
