"""What every part of the evaluation reports in: a flag's scores, and measured figures beside wanted ones."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Score:
    """Word-level counts for one flag; ``excused`` are predictions that the table's conventions leave out."""

    hits: int = 0
    false_positives: list[str] = field(default_factory=list)
    misses: list[str] = field(default_factory=list)
    excused: list[str] = field(default_factory=list)

    @property
    def precision(self) -> float | None:
        """The share of predictions that are right, or None where nothing was predicted."""
        made = self.hits + len(self.false_positives)
        return self.hits / made if made else None

    @property
    def recall(self) -> float | None:
        """The share of what was expected that was found, or None where nothing was expected."""
        wanted = self.hits + len(self.misses)
        return self.hits / wanted if wanted else None


@dataclass(frozen=True, slots=True)
class Threshold:
    """One acceptance figure: what was measured (None: there was nothing to measure) and what is wanted."""

    name: str
    measured: float | None
    wanted: float

    def line(self) -> str:
        """Return the line that says measured, wanted, and ok or below."""
        if self.measured is None:
            return f"{self.name:<32} {'-':>8}  wanted {percent(self.wanted):>7}  not measured"
        outcome = "ok" if self.measured >= self.wanted else "below"
        return f"{self.name:<32} {percent(self.measured):>8}  wanted {percent(self.wanted):>7}  {outcome}"


@dataclass(slots=True)
class Section:
    """One part's lines and its thresholds."""

    title: str
    lines: list[str] = field(default_factory=list)
    thresholds: list[Threshold] = field(default_factory=list)
    left_out: str | None = None

    def add(self, line: str = "") -> None:
        """Add a line."""
        self.lines.append(line)

    def text(self) -> str:
        """Return the section as it is printed."""
        body = [f"note: {self.left_out}"] if self.left_out else self.lines
        return "\n".join([f"== {self.title}", *body, ""])


def percent(share: float | None) -> str:
    """Return a share as a percentage, rounded down, so that 100.00% means all."""
    return "-" if share is None else f"{int(share * 10_000 + 1e-9) / 100:.2f}%"


def ratio(part: int, whole: int) -> float | None:
    """Return part / whole, or None where there is no whole."""
    return part / whole if whole else None


def wrapped(words: list[str], width: int = 110) -> list[str]:
    """Return *words* in lines of at most *width* characters."""
    lines: list[str] = []
    line = " "
    for word in words:
        if len(line) + 1 + len(word) > width and line.strip():
            lines.append(line)
            line = " "
        line += f" {word}"
    return [*lines, line] if line.strip() else lines
