#!/usr/bin/env python3
"""Computes the return of each ticket of `bet-formula --print` anew, as the sum over all of its
lines in exact fractions, and fails with the first ticket that differs.

Reads lines of TYPE;SYSTEM;STAKE;ODDS:BANKER:RESULT,…;RETURN;LINES;FACTOR. STAKE and RETURN are
in minor units, RETURN at most 2^63 - 1; BANKER is `b` or nothing; RESULT is nothing for what is
open, which counts as won; FACTOR is nothing beyond ten digits before the point.
"""

import itertools
import math
import sys
from fractions import Fraction

ONE, HALF = Fraction(1), Fraction(1, 2)

VALUES = {
    "": lambda odds: odds,
    "WON": lambda odds: odds,
    "LOST": lambda odds: Fraction(0),
    "VOID": lambda odds: ONE,
    "HALF_WON": lambda odds: (1 + odds) / 2,
    "HALF_LOST": lambda odds: HALF,
}

# The number of selections without bankers, and the size of the smallest combinations.
NAMED = {
    "TRIXIE": (3, 2), "YANKEE": (4, 2), "CANADIAN": (5, 2), "HEINZ": (6, 2),
    "PATENT": (3, 1), "LUCKY15": (4, 1), "LUCKY31": (5, 1), "LUCKY63": (6, 1),
}


def sizes(kind, system, count, bankers):
    """The sizes of the combinations that a ticket plays."""
    if kind in NAMED:
        expected, smallest = NAMED[kind]
        if count != expected or system:
            raise ValueError(f"{kind} of {count}")
        return range(smallest, count + 1)
    if kind == "SYSTEM":
        size, of = map(int, system.split("/"))
        if of != count or not 1 <= size < count:
            raise ValueError(f"SYSTEM {system} of {count}")
        return [size]
    if bankers or system or (count == 1) != (kind == "SINGLE") or kind not in ("SINGLE", "MULTIPLE"):
        raise ValueError(f"{kind} of {count}")
    return [count]


def combined(kind, system, selections):
    """What a stake of 1 returns, and the number of lines."""
    bankers, others = [], []
    for selection in selections.split(","):
        odds, banker, result = selection.split(":")
        (bankers if banker else others).append(VALUES[result](Fraction(odds)))
    lines = [
        math.prod(line, start=ONE)
        for size in sizes(kind, system, len(others), bankers)
        for line in itertools.combinations(others, size)
    ]
    return math.prod(bankers, start=ONE) * sum(lines) / len(lines), len(lines)


def factor_text(factor):
    """Cut to eight places, without zeros at the end."""
    whole, places = divmod(math.floor(factor * 10**8), 10**8)
    if whole >= 10**10:
        return ""
    return f"{whole}.{places:08}".rstrip("0").rstrip(".")


def main():
    count = 0
    for line in sys.stdin:
        ticket, returned, lines, factor = line.rstrip("\n").rsplit(";", 3)
        kind, system, stake, selections = ticket.split(";")
        exact, number = combined(kind, system, selections)
        expected = (
            min(math.floor(int(stake) * exact), 2**63 - 1), number, factor_text(exact))
        if (int(returned), int(lines), factor) != expected:
            sys.exit(f"ticket {count}: {line.rstrip()}: expected {expected}")
        count += 1
    if count == 0:
        sys.exit("there are no tickets to check")
    print(f"{count} tickets: equal in Python")


if __name__ == "__main__":
    main()
