"""What a story is told: where the server is, a token that may do everything, and a name that no list has yet."""

import sys

BASE, TOKEN, SLUG = sys.argv[1:]
DRAWING = "PERS/LATG/SINE/TERS"


def check(part: str, held: object) -> None:
    """Say that a *part* of the story went as it should; end the story where it did not."""
    if not held:
        sys.exit(f"{part}: not as it should be")
    print(part)
