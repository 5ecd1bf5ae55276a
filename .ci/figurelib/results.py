"""Reads the repository's result files, and finds fields in them.

Everything that depends on the shape of a result file is here: if the envelope
around results changes, `body` changes.
"""

import functools
import json
import pathlib
import statistics

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "Results"
STRATEGIES = ("full", "delta", "graph")


@functools.cache
def document(path):
    """A result file's JSON, by its path below `Results`."""
    return json.loads((RESULTS / path).read_text(encoding="utf-8"))


def body(path):
    """What a result says, without the envelope around it."""
    whole = document(path)
    return whole.get("result", whole)


def commit(path):
    """The commit that a result was made from; empty if it names none."""
    whole = document(path)
    named = whole.get("commit") or whole.get("environment", {}).get("commit") or ""
    if isinstance(named, dict):  # since version 2 of the envelope
        return named["id"] + ("" if named["isClean"] else "-dirty")
    return named


def processor(path):
    """The processor that a result was measured on; empty if it names none."""
    whole = document(path)
    machine = whole.get("environment", whole).get("machine", {})
    return machine.get("processor", "").removesuffix(" Processor").replace("(R)", "")


def field(value, path):
    """The field at a dotted path; list elements by their index."""
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    return value


def has(value, path):
    """Whether there is a field at a dotted path of objects."""
    for key in path.split("."):
        if key not in value:
            return False
        value = value[key]
    return True


def published(name):
    return body(f"published/{name}.json")


def runs(name, strategy=None):
    """A result's runs, all or those of one strategy."""
    return [r for r in published(name)["runs"] if strategy in (None, r["strategy"])]


def run(name):
    """The run of a result that has only one."""
    (only,) = runs(name)
    return only


def median(records, path):
    """The median of a field; `None` unless all records have it."""
    values = [field(record, path) for record in records]
    return None if None in values else statistics.median(values)


def curve(name, strategy):
    """A strategy's curve in a result of `bench saturate`."""
    return next(c for c in published(name)["curves"] if c["strategy"] == strategy)


def held(curve):
    """The runs at the sustained rate in which the objective held."""
    return [p["run"] for p in curve["points"]
            if p["rate"] == curve["sustainedRate"] and p.get("holds")]


def profile(strategy, allocator, phase):
    """A strategy's phase in the result of `bench memory`."""
    profiles = published("memory")["profiles"]
    found = next(p for p in profiles
                 if p["strategy"] == strategy and p["allocator"].startswith(allocator))
    return next(p for p in found["phases"] if p["phase"] == phase)


def peers():
    return body("peers/peers.json")


def instructions():
    return body("instructions.json")


def peer(task, workload, implementation):
    """One implementation's line of a comparison; `None` if it has none."""
    return next((t for t in peers()["tasks"] if (t["task"], t["workload"], t["implementation"])
                 == (task, workload, implementation)), None)


def objections():
    """Why a comparison must not be published."""
    return peers().get("objections", [])
