"""The umpire: what the rulebooks say, asked from outside, by somebody who wants the right totals at the table."""
