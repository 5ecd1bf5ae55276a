"""Writes figures as `bench` does: three significant digits and a fitting unit."""

import math

MISSING = "n/a"


def count(value):
    return f"{value:,.0f}"


def number(value):
    if value == 0:
        return "0"
    if abs(value) >= 999.5:
        return count(value)

    def decimals(of):
        return min(max(2 - math.floor(math.log10(abs(of))), 0), 6)

    scale = 10**decimals(value)
    rounded = math.copysign(math.floor(abs(value) * scale + 0.5) / scale, value)
    return f"{rounded:.{min(decimals(rounded), decimals(value))}f}"


def _scaled(value, units, step):
    index = 0
    while abs(value) >= step - 0.5 and index + 1 < len(units):
        value /= step
        index += 1
    return f"{count(value) if index == 0 else number(value)} {units[index]}"


def duration(nanoseconds):
    return MISSING if nanoseconds is None else _scaled(nanoseconds, ["ns", "µs", "ms", "s"], 1000)


def size(value):
    return MISSING if value is None else _scaled(value, ["B", "KiB", "MiB", "GiB"], 1024)


def rate(value):
    return f"{count(value)}/s"


def percent(share, sign=False):
    text = number(abs(share) * 100) + "%"
    if sign or share < 0:
        return ("−" if share < 0 else "+") + text
    return text


def spread(values):
    """Half of the range as a share of the median, as `±3%`."""
    middle = sorted(values)[len(values) // 2]
    share = (max(values) - min(values)) / 2 / abs(middle) if middle else 0
    return f"±{share * 100:.{1 if share < 0.1 else 0}f}%"


def interval(low, high, text=number):
    return f"[{text(low)}, {text(high)}]".replace("-", "−")


def table(header, rows, left=1):
    """A Markdown table; all but the first `left` columns are aligned right."""
    def line(cells):
        return "| " + " | ".join(cells) + " |"

    rule = "|" + "|".join(["---"] * left + ["--:"] * (len(header) - left)) + "|"
    lines = [line(header), rule, *map(line, rows)]
    return "\n".join(text.replace("|  |", "| |") for text in lines)


def columns(rows):
    """Lines for a terminal: the first column to the left, the others right."""
    widths = [max(len(cell) for cell in column) for column in zip(*(r for r in rows if r))]
    lines = []
    for row in rows:
        if row is None:
            lines.append("──".join("─" * width for width in widths))
            continue
        cells = [c.rjust(w) if i else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths))]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
