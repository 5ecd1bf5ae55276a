"""Results against their JSON Schemas, and damaged results against them."""

import copy
import functools
import json

import pytest
from conftest import FRESH, ROOT, bench, published, version
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

FILES = {
    path.name: json.loads(path.read_text())
    for path in (ROOT / "Sources/OddsResults/Schemas").glob("*.json")
}
DEFINITIONS = {"definitions.json", "run-definitions.json"}
# The sizes of builds, which no command writes or reads.
OTHERS = {"build/1"}
PUBLISHED = [p for p in published() if version(json.loads(p.read_text())) not in OTHERS]


@functools.cache
def validator(name):
    registry = Registry().with_resources(
        (name, Resource.from_contents(schema)) for name, schema in FILES.items())
    return Draft202012Validator(
        FILES[name], registry=registry, format_checker=Draft202012Validator.FORMAT_CHECKER)


def of(document):
    return validator(version(document).split("/")[0] + ".json")


@pytest.mark.parametrize("name", FILES)
def test_schemas_are_valid_and_describe_themselves(name):
    Draft202012Validator.check_schema(FILES[name])
    assert FILES[name]["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert FILES[name]["title"]

    def look(schema, path):
        """All objects are closed, and all numbers say what they are."""
        if not isinstance(schema, dict):
            return
        if "properties" in schema and not path.endswith("/envelope"):
            assert schema.get("additionalProperties", schema.get("unevaluatedProperties")) is False
        for part in ("properties", "$defs"):
            for key, item in schema.get(part, {}).items():
                if item.get("type") in ("integer", "number") and not path.endswith("$defs"):
                    assert item.get("description") or part == "$defs", f"{path}/{key}"
                look(item, f"{path}/{key}")
        look(schema.get("items"), f"{path}[]")

    look(FILES[name], name)


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_published_results_are_valid(path):
    document = json.loads(path.read_text())
    of(document).validate(document)


@pytest.mark.parametrize("kind", FRESH)
def test_new_results_are_valid(kept, kind):
    document = json.loads((kept[kind] / "result.json").read_text())
    of(document).validate(document)


@pytest.mark.parametrize("kind", ["run", "soak"])
def test_interval_lines_are_valid(kept, kind):
    lines = (kept[kind] / "intervals.ndjson").read_text().splitlines()
    assert lines
    for line in lines:
        validator("intervals.json").validate(json.loads(line))
    assert not validator("intervals.json").is_valid({**json.loads(lines[0]), "other": 1})


def test_kinds_that_are_not_published_are_valid(tmp_path):
    """A baseline and a calibration, made of a published run."""
    document = json.loads((ROOT / "Results/published/default-run.json").read_text())
    runs = document["result"]["runs"][:1]
    document["schema"] = "oddsbench.baseline/2"
    document["result"] = {"name": "release-1", "arguments": ["run"], "runs": runs}
    of(document).validate(document)
    (tmp_path / "baseline.json").write_text(json.dumps(document))
    bench("export", tmp_path / "baseline.json")
    document["schema"] = "oddsbench.calibration/2"
    noise = {"strategy": "graph", "metric": "serviceTime.p50", "pairDeviation": 0.01,
             "runDeviation": 0.02, "isExact": False, "pairCount": 8}
    document["result"] = {"arguments": ["run"], "secondsPerPair": 2.5, "noise": [noise],
                          "runs": [{"side": "baseline", "pair": 1, "run": runs[0]}]}
    of(document).validate(document)
    (tmp_path / "calibration.json").write_text(json.dumps(document))
    bench("export", tmp_path / "calibration.json")


def test_lines_of_a_history_and_what_is_found_in_them_are_valid(kept, tmp_path):
    folder = tmp_path / "history"
    bench("history", "add", "--folder", folder, ROOT / "Results/published/default-run.json")
    (file,) = folder.iterdir()
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(lines) == 3
    # A change, so that the analysis has all that it can have.
    with file.open("w") as history:
        for number in range(24):
            for line in lines:
                validator("history.json").validate(line)
                line["startedAt"] = f"2026-10-{number + 1:02}T00:00:00Z"
                line["figures"] = {"serviceTime.p50": (2_000 if number > 11 else 1_000) + number}
                history.write(json.dumps(line) + "\n")
    document = json.loads(bench("history", "--folder", folder, "--format", "json", "--last", "24",
                                "--since", lines[0]["commit"]["id"][:12], statuses=(1,)))
    bench("history", "--folder", folder, "--since", "none", statuses=(65,))
    assert all(figure["changes"] for one in document["series"] for figure in one["figures"])
    of(document).validate(document)
    for at in [("options", "changeMin"), ("series", 0, "figures", 0, "changes", 0, "isWorse")]:
        assert not of(document).is_valid(changed(document, at, lambda parent, key: parent.pop(key)))


def shortened(value):
    """A document with one element of each list, so that mutants are few."""
    if isinstance(value, dict):
        return {key: shortened(item) for key, item in value.items()}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return [shortened(value[0])]
    return value


def places(value, path=()):
    """All objects and fields, by their path."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in items:
        yield (*path, key), item
        if isinstance(item, (dict, list)) and item:
            yield from places(item, (*path, key))


def changed(document, path, change):
    mutant = copy.deepcopy(document)
    parent = functools.reduce(lambda parent, key: parent[key], path[:-1], mutant)
    change(parent, path[-1])
    return mutant


# Of each kind, what makes it that kind.
NEEDED = {
    "result": ["runs"], "saturation": ["objective", "curves"], "growth": ["scale", "curves"],
    "soak": ["run", "soak"], "memory": ["profiles"], "selftest": ["cost", "realClock"],
    "gate": ["verdict", "judgements"], "gateproof": ["arms", "gates"],
    "count": ["method", "counts"],
}


@pytest.mark.parametrize("path", PUBLISHED, ids=lambda path: path.stem)
def test_damaged_results_are_refused(path):
    document = shortened(json.loads(path.read_text()))
    check = of(document)
    assert check.is_valid(document)

    def refused(mutant, what):
        assert not check.is_valid(mutant), what

    for at, value in [((), document), *places(document)]:
        # Computed metrics have names of their own.
        if isinstance(value, dict) and at[-1:] != ("figures",):
            extra = changed({"root": document}, ("root", *at, "other"),
                            lambda parent, key: parent.update(other=1))
            refused(extra["root"], f"a field more in {at}")
        if at:
            wrong = [] if isinstance(value, dict) else {}
            refused(changed(document, at, lambda parent, key: parent.__setitem__(key, wrong)),
                    f"another type of {at}")
            refused(changed(document, at, lambda parent, key: parent.__setitem__(key, None)),
                    f"null as {at}")

    kind = version(document).split("/")[0]
    needed = [(name,) for name in ["schema", "command"] if name in document]
    needed += [("result", name) for name in NEEDED.get(kind, [])]
    needed += [(*at, name) for at, value in places(document) if isinstance(value, dict)
               for name in ["strategy", "status", "count", "unit", "responseTime"]
               if name in value and at[-1] != "truth"]
    for at in needed:
        refused(changed(document, at, lambda parent, key: parent.pop(key)), f"no {at}")
    refused({**document, "schema": "oddsbench.other/2"}, "another kind")
