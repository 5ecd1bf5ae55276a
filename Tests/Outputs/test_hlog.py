"""Histogram logs as HdrHistogram's own readers, in Python and Java, find them."""

import datetime
import json
import math
import os
import pathlib
import shutil
import subprocess

import pytest
from conftest import RESULTS, bench
from hdrh.histogram import HdrHistogram
from hdrh.log import HistogramLogReader

SHARES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999, "p9999": 0.9999}
DAY = 24 * 3600 * 10**9
JAR = pathlib.Path("/usr/share/java/hdrhistogram.jar")
PUBLISHED = ["stages-run", "soak", "live", "live-chaos"]


def distributions(document):
    result = document["result"]
    for run in result.get("runs") or [result["run"]]:
        for name in ["responseTime", "serviceTime"]:
            yield f"{run['strategy']}.{name}", run[name]


@pytest.fixture(params=[*PUBLISHED, "run", "soak of now"])
def log(request, tmp_path):
    """A log, and the result that it is of: recorded ones, and what new ones keep."""
    if request.param in PUBLISHED:
        result = RESULTS / f"published/{request.param}.json"
        path = tmp_path / "exported.hlog"
        bench("export", result, "--output", path)
    else:
        folder = request.getfixturevalue("kept")[request.param.split()[0]]
        result, path = folder / "result.json", folder / "latencies.hlog"
        assert bench("export", result, "--format", "hlog").decode() == path.read_text()
    return path, json.loads(result.read_text())


def intervals(path):
    reader = HistogramLogReader(str(path), HdrHistogram(1, DAY, 3))
    while (histogram := reader.get_next_interval_histogram()) is not None:
        yield reader, histogram


def steps(histogram):
    """Upper ends of the steps that have values, and how many are up to there."""
    return [(histogram.get_highest_equivalent_value(step.value_iterated_to),
             step.total_count_to_this_value) for step in histogram.get_recorded_iterator()]


def started(document):
    return datetime.datetime.fromisoformat(document["environment"]["startedAt"]).timestamp()


def test_pythons_reader_finds_the_distributions(log):
    path, document = log
    found, expected = list(intervals(path)), list(distributions(document))
    assert [histogram.get_tag() for _, histogram in found] == [tag for tag, _ in expected]
    end = started(document) * 1000
    for index, ((reader, histogram), (tag, summary)) in enumerate(zip(found, expected)):
        whole = HdrHistogram.decode(summary["histogram"])
        assert steps(histogram) == steps(whole), tag
        assert histogram.get_total_count() == summary["count"]
        assert histogram.get_max_value() == whole.get_highest_equivalent_value(summary["max"])
        for key, share in SHARES.items():
            if key in summary:
                # Its own percentiles round the rank to the nearest.
                rank = math.ceil(share * summary["count"])
                upper = next(v for v, n in steps(histogram) if n >= rank)
                assert summary[key] in (upper, summary["max"]), (tag, key)
        assert reader.get_start_time_sec() == started(document)
        # Both distributions of a run share its interval, and runs follow each other.
        if index % 2 == 0:
            start, end = end, histogram.get_end_time_stamp()
        assert histogram.get_start_time_stamp() == start
        assert histogram.get_end_time_stamp() == end > start


def test_a_line_has_the_exact_maximum(log):
    path, document = log
    lines = [line for line in path.read_text().splitlines() if line.startswith("Tag=")]
    for line, (_, summary) in zip(lines, distributions(document), strict=True):
        assert round(float(line.split(",")[3]) * 1_000_000) == summary["max"]


@pytest.fixture(scope="session")
def reader(tmp_path_factory):
    """HdrHistogram's own reader, compiled."""
    if not JAR.exists() or not shutil.which("javac"):
        if os.environ.get("REQUIRE_JAVA"):
            pytest.fail("libhdrhistogram-java and javac were to be there")
        pytest.skip("libhdrhistogram-java and javac are not installed")
    folder = tmp_path_factory.mktemp("java")
    source = pathlib.Path(__file__).with_name("ReadLog.java")
    subprocess.run(["javac", "-cp", JAR, "-d", folder, source], check=True)
    return ["java", "-cp", f"{JAR}:{folder}", "ReadLog"]


def test_javas_reader_finds_the_distributions(reader, log):
    path, document = log
    ended = subprocess.run([*reader, path], check=True, capture_output=True, text=True)
    lines = [line.split() for line in ended.stdout.splitlines()]
    for line, (tag, summary) in zip(lines, distributions(document), strict=True):
        assert line[0] == tag
        assert float(line[1]) == started(document)
        assert int(line[4]) == summary["count"]
        *percentiles, largest = map(int, line[5:])
        whole = HdrHistogram.decode(summary["histogram"])
        assert largest == whole.get_highest_equivalent_value(summary["max"])
        for key, found in zip(SHARES, percentiles, strict=True):
            if key in summary:
                assert summary[key] == min(found, summary["max"]), (tag, key)


def test_other_results_have_no_distributions():
    bench("export", RESULTS / "published/gate.json", "--format", "hlog", statuses=(65,))
    two = [RESULTS / "published/soak.json"] * 2
    bench("export", *two, "--format", "hlog", statuses=(64,))
