"""Quantities in the texts that are no measurements: limits, settings and
definitions. Each is allowed in one text, and names what it follows from: a
string that must occur in the sources, so that a changed limit is noticed, or
`None` where the text itself defines it.
"""

from .results import ROOT

CONSTANTS = {
    "FeedContract.md": {"64 MiB": "64 << 20", "1,024": "heldFramesMax = 1024"},
}


def sources():
    for folder in ("Sources", "Generators", "Tests", "Benchmarks"):
        for path in (ROOT / folder).glob("**/*"):
            if path.suffix in (".swift", ".py", ".h", ".cpp") and ".build" not in path.parts:
                yield path.read_text(encoding="utf-8")


def unfounded():
    """What is wrong with the constants themselves."""
    wanted = {needle for text in CONSTANTS.values() for needle in text.values() if needle}
    for source in sources():
        wanted -= {needle for needle in wanted if needle in source}
    return [f".ci/figurelib/constants.py:1: {needle!r} is not in the sources"
            for needle in sorted(wanted)]
