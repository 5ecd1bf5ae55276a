"""CSV as Python reads it, beside the JSON of the same result."""

import csv
import io
import json

import pytest
from conftest import FRESH, RESULTS, bench, published, version

# What all rows begin with, and what has no counterpart in the JSON of a row.
HEAD = {"file", "kind", "startedAt", "commit", "cutShort"}
CONTENT = {"rateUnit", "objective", "sustainedRate", "end", "scale", "baseline", "holds", "rate",
           "size", "step", "step.startNanoseconds", "step.endNanoseconds", "part", "part.name"}
# What a step has of the run that it is of.
RUN = {"strategy", "consumer", "repetition"}


def read(data):
    """The rows, all of as many fields as the header has."""
    header, *rows = csv.reader(io.StringIO(data.decode(), newline=""), strict=True)
    assert len(set(header)) == len(header)
    assert all(len(row) == len(header) for row in rows)
    return [dict(zip(header, row)) for row in rows]


def value(document, path):
    """What JSON has at a path; `None` if nothing."""
    for key in path.split("."):
        if not isinstance(document, dict) or key not in document:
            return None
        document = document[key]
    return document


def text(value):
    """A value of JSON as a cell; of agents, their names."""
    if value is None:
        return ""
    if isinstance(value, list):
        return " ".join(agent["name"] for agent in value)
    if isinstance(value, bool):
        return str(value).lower()
    return value if isinstance(value, str) else float(value)


def cell(row, name, expected):
    """A cell, as a number where one is expected."""
    return float(row[name]) if isinstance(expected, float) and row[name] else row[name]


def assert_equal(row, name, expected):
    expected = text(expected)
    assert cell(row, name, expected) == expected, name


def runs(document):
    """Runs in the order of their rows, with the step or the part that each is of."""
    result = document["result"]
    if "curves" in result:
        return [(point["run"], point) for curve in result["curves"] for point in curve["points"]]
    return [entry for run in result.get("runs") or [result["run"]]
            for entry in [*steps(run), *parts(run)]]


def steps(run):
    for number, row in enumerate([run, *run.get("steps", [])]):
        yield row, {"step": number or None}


def parts(run):
    """The figures of each agent and each edge of a fleet, where a run has its own."""
    fleet = run.get("fleet", {})
    lost = {agent["name"] for agent in fleet.get("lost", [])}
    for kind in ("agent", "edge"):
        for part in fleet.get(f"{kind}s", []):
            rest = dict(part)
            name, frames = rest.pop("name"), {"frames": rest.pop("frames")}
            unseen = {"frames": rest.pop("unseenFrames")}
            yield {
                **{key: run[key] for key in RUN},
                "status": "INCOMPLETE" if kind == "agent" and name in lost else run["status"],
                "responseTime": rest.pop("responseTime"),
                "live": {"clients": rest.pop("clients"),
                         "account": {"offered": frames, "unseen": unseen}},
                "fleet": rest,
            }, {"part": kind, "part.name": name}


RUNS = ("result/", "saturation/", "growth/", "soak/")


def of_runs():
    return [path for path in published()
            if version(json.loads(path.read_text())).startswith(RUNS)]


def check_runs(document, rows):
    commit = document["environment"].get("commit")
    found = runs(document)
    assert len(rows) == len(found)
    for row, (run, step) in zip(rows, found):
        assert row["startedAt"] == document["environment"]["startedAt"]
        assert row["commit"] == (
            commit["id"] + ("" if commit["isClean"] else "-dirty") if commit else "")
        for name in set(row) & {"rate", "size", "holds", "step", "part", "part.name"}:
            assert_equal(row, name, step.get(name))
        for name in set(row) - HEAD - CONTENT - (RUN if step.get("step") else set()):
            if not name.startswith(("soak.", "fits.")):
                assert_equal(row, name, value(run, name))


@pytest.mark.parametrize("path", of_runs(), ids=lambda path: path.stem)
def test_a_row_has_the_figures_of_its_run(path):
    rows = read(bench("export", path))
    check_runs(json.loads(path.read_text()), rows)
    assert {row["file"] for row in rows} == {str(path)}


@pytest.mark.parametrize("path", of_runs(), ids=lambda path: path.stem)
def test_no_number_of_a_run_is_left_out(path):
    """But those of lists: series, timelines, intervals and cores."""

    def numbers(document, path=""):
        for key, item in document.items():
            if isinstance(item, dict) and key not in ("series", "timeline", "intervals"):
                yield from numbers(item, f"{path}{key}.")
            elif isinstance(item, (int, float)):
                yield path + key

    for row, (run, _) in zip(read(bench("export", path)), runs(json.loads(path.read_text()))):
        assert set(numbers(run)) <= set(row)


@pytest.mark.parametrize("kind", ["run", "soak", "growth", "ramp", "saturation", "live"])
def test_new_results_have_the_same_figures(kept, kind):
    path = kept[kind] / "result.json"
    check_runs(json.loads(path.read_text()), read(bench("export", path)))
    assert all(row["responseTime.p95"] for row in read(bench("export", path)))


def test_a_soak_has_its_trends():
    document = json.loads((RESULTS / "published/soak.json").read_text())
    (row,) = read(bench("export", RESULTS / "published/soak.json"))
    # Those of an INVALID run are held to no bound.
    judged = ["riseMax", "isBroken"] if document["result"]["run"]["status"] != "INVALID" else []
    for trend in document["result"]["soak"]["trends"]:
        for name in ["median", "slopePerHour.value", "rise.low", "rise.high", *judged]:
            assert_equal(row, f"soak.{trend['metric']}.{name}", value(trend, name))
        if not judged:
            assert row[f"soak.{trend['metric']}.riseMax"] == ""


def lists(document):
    """What the rows of other kinds are made of."""
    result, kind = document.get("result", document), version(document).split("/")[0]
    return {
        "memory": lambda: [{**profile, **phase} for profile in result["profiles"]
                           for phase in profile["phases"]],
        "gate": lambda: result["judgements"],
        "gateproof": lambda: [j for gate in result["gates"] for j in gate["judgements"] or [{}]],
        "count": lambda: [{"strategy": c["strategy"], "instructions": number}
                          for c in result["counts"] for number in c["instructions"]]
        + [{**r, "kind": None} for r in result.get("records", [])],
        "selftest": lambda: [*result["virtualClock"]["rows"], *result["realClock"]["rows"],
                             *result.get("live", {}).get("rows", []),
                             *result.get("live", {}).get("verdicts", [])],
        "peers": lambda: result["tasks"],
    }[kind]()


OTHERS = ["published/memory.json", "published/gate.json", "published/gate-regression.json",
          "gate-proof/proof.json", "instructions.json", "published/selftest.json",
          "peers/peers.json"]


@pytest.mark.parametrize("path", OTHERS)
def test_other_kinds_have_a_row_for_each_entry(path):
    rows = read(bench("export", RESULTS / path))
    entries = lists(json.loads((RESULTS / path).read_text()))
    assert len(rows) == len(entries) > 0
    for row, entry in zip(rows, entries):
        # That of the peers also says of how much data a cost is.
        names = set(entry) & set(row) if path.startswith("peers") else set(entry)
        for name in names:
            item = entry[name]
            if not isinstance(item, (list, dict)) and item is not None:
                assert_equal(row, name, item)


def test_several_results_make_one_table(tmp_path):
    files = [RESULTS / "published" / name for name in ("default-run.json", "gate.json")]
    bench("export", *files, "--output", tmp_path / "all.csv")
    data = (tmp_path / "all.csv").read_bytes()
    rows = read(data)
    assert [row["kind"] for row in rows] == ["result"] * 9 + ["gate"] * (len(rows) - 9)
    assert rows[-1]["responseTime.p50"] == "" and rows[0]["threshold"] == ""
    assert data.count(b"\r\n") == data.count(b"\n") == 1 + len(rows)


@pytest.mark.parametrize("kind", FRESH)
def test_a_command_prints_what_an_export_has(kept, kind):
    printed = read((kept[kind] / "printed.csv").read_bytes())
    exported = read(bench("export", kept[kind] / "result.json"))
    assert printed == [{k: v for k, v in row.items() if k != "file"} for row in exported]


def test_a_comparison_has_a_row_for_each_figure():
    # As many runs as an interval takes.
    files = [RESULTS / "published/coverage-run.json"] * 2
    figures = json.loads(bench("compare", *files, "--format", "json"))["rows"]
    rows = read(bench("compare", *files, "--format", "csv"))
    assert len(rows) == len(figures) > 0
    for row, figure in zip(rows, figures):
        for name, item in figure.items():
            assert_equal(row, name, item)


def test_a_replay_has_a_row_for_each_channel(tmp_path):
    capture = tmp_path / "hostile.ndjson.gz"
    bench("generate", "--events", "5", "--scenario", "hostile", "--duration", "1s",
          "--out", capture)
    channels = json.loads(bench("replay", capture, "--format", "json"))["channels"]
    rows = read(bench("replay", capture, "--format", "csv"))
    assert len(rows) == len(channels) > 0
    for row, channel in zip(rows, channels):
        for name, count in channel["counters"].items():
            assert_equal(row, name, count)


def test_what_is_no_result_is_refused(tmp_path):
    (tmp_path / "other.json").write_text("{}")
    bench("export", tmp_path / "other.json", statuses=(65,))
    bench("export", tmp_path / "none.json", statuses=(66,))
