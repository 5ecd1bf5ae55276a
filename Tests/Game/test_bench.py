"""`bench game` against the server under test: what it measures, compares and judges.

The figures say nothing here: the machine may be busy, and programs of debug builds measure
nothing, so that runs may be INVALID (status 4). What was compared must hold all the same."""

import json
import os
import pathlib
import subprocess

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from conftest import length

ROOT = pathlib.Path(__file__).parents[2]
SCHEMAS = ROOT / "Sources/OddsResults/Schemas"
SECONDS = length(3, 2)
SHORT = ["--duration", f"{SECONDS}s", "--warmup", "1s"]
# Statuses of results that hold, for a machine that is too busy, too.
MEASURED = (0, 4)


def program():
    given = os.environ.get("BENCH_LIVE_PROGRAM")
    built = [ROOT / ".build" / kind / "bench-live" for kind in ("release", "debug")]
    return next((path for path in ([given] if given else built) if os.access(path, os.X_OK)), None)


pytestmark = [
    pytest.mark.alone,
    pytest.mark.skipif(program() is None, reason="bench-live is not built"),
]


@pytest.fixture
def bench(server, tmp_path):
    """Runs `bench game` on the server; gives the result, what it said, and its status."""

    def run(*words):
        path = tmp_path / "game.json"
        # Its browser is started and ended by the program itself.
        ended = subprocess.run(
            [program(), "game", *words, "--connect", server.page, "--control", server.control,
             "--format", "json", "--output", path],
            capture_output=True, text=True, timeout=300, cwd=tmp_path)
        result = json.loads(path.read_text()) if path.exists() else None
        return result, " ".join(ended.stderr.split()), ended.returncode

    return run


def problems(result):
    """Where a result is not as its schema has it."""
    schemas = {path.name: json.loads(path.read_text()) for path in SCHEMAS.glob("*.json")}
    registry = Registry().with_resources(
        [(name, Resource.from_contents(schema)) for name, schema in schemas.items()])
    validator = Draft202012Validator(schemas["game.json"], registry=registry)
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(result)]


def wrong(run):
    return [check for check in run["checks"] if not check["isOK"]]


def test_a_run_is_measured_and_compared(bench):
    result, said, status = bench("--rates", "500", *SHORT)
    assert status in MEASURED, said
    assert problems(result) == []
    assert result["result"]["browser"].startswith("Chrome/")
    (run,) = result["result"]["runs"]
    assert wrong(run) == []
    assert run["idle"]["count"] > 0
    names = [check["name"] for check in run["checks"]]
    seconds = run["windowNanoseconds"] / 1e9
    if seconds == 0:
        # The idle page decided, and nothing was measured after it.
        assert names == ["digest", "rows", "console"]
        assert "idle page" in run["reason"] and status == 4
        assert run["updates"]["received"] == run["frames"]["count"] == 0
        return
    assert names == ["digest", "rows", "received", "console"]
    assert run["updates"]["received"] == pytest.approx(500 * seconds, rel=0.1)
    assert run["paint"]["count"] == run["updates"]["sampled"] > 0
    assert run["frames"]["count"] > 0
    # Windows follow one another until both have the samples of a p99, or there are six.
    enough = min(run["paint"]["count"], run["mainThread"]["count"]) >= 368
    assert round(seconds / SECONDS) == 6 or enough
    assert run["heapBytesAfter"] > 0


@pytest.mark.whole
def test_all_ways_to_draw_show_the_same(bench):
    result, said, status = bench("--render", "every", "--rates", "200", *SHORT)
    assert status in MEASURED, said
    runs = result["result"]["runs"]
    assert [run["render"] for run in runs] == ["frame", "message", "all"]
    assert [wrong(run) for run in runs] == [[], [], []]


@pytest.mark.whole
def test_a_page_that_is_slowed_misses_its_goals(bench):
    # A machine whose idle frames are late says nothing, and may do so again. At ten updates a
    # second it takes a while until some are of rows on the screen, and percentiles take frames.
    for _ in range(3):
        result, said, status = bench(
            "--gate", "--slow", "30ms", "--duration", "20s", "--warmup", "1s")
        if status != 4:
            break
    goals = result["result"]["goals"]
    assert len(goals) == 10
    if status == 4:
        assert {goal["outcome"] for goal in goals} != {"met"}
        pytest.skip(f"nothing can be judged here: {said[-200:]}")
    assert status == 1, said
    assert "missed: main-thread time a frame, p99, at 2,000/s" in said
    missed = {goal["goal"] for goal in goals if goal["outcome"] == "missed"}
    assert {"mainThread.p99", "frames.lateShare"} <= missed


def test_many_pages_receive_what_is_sent(bench):
    result, said, status = bench("--pages", "20", *SHORT)
    assert status in MEASURED, said
    assert problems(result) == []
    (load,) = result["result"]["loads"]
    assert wrong(load) == []
    # At most ten a second each.
    assert 0 < load["updates"] <= 20 * 10 * (SECONDS + 1)
