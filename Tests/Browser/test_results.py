"""What is kept of a run, as other tools read it."""

import json

from conftest import RESULTS, bench
from hdrh.histogram import HdrHistogram

PERCENTILES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999}


def steps(histogram):
    """Upper ends of the steps that have values, and how many are up to there."""
    return [
        (
            histogram.get_highest_equivalent_value(step.value_iterated_to),
            step.total_count_to_this_value,
        )
        for step in histogram.get_recorded_iterator()
    ]


def distributions(result):
    for run in json.loads(result.read_text())["result"]["runs"]:
        for name in ["responseTime", "serviceTime", "lateness", "staleness"]:
            yield run, name, run[name]


def test_histograms_are_read_by_hdrhistogram(results):
    for run, name, summary in distributions(results["run"]):
        histogram = HdrHistogram.decode(summary["histogram"])
        assert histogram.get_total_count() == summary["count"]
        for key, share in PERCENTILES.items():
            if key in summary:
                # Its own percentiles round the rank to the nearest.
                value = next(v for v, n in steps(histogram) if n >= share * summary["count"])
                assert summary[key] in (value, summary["max"]), (run["strategy"], name, key)


def test_hgrm_says_what_hdrhistogram_says(results, kept):
    for run, name, summary in distributions(results["run"]):
        if name not in ("responseTime", "serviceTime"):
            continue
        histogram = HdrHistogram.decode(summary["histogram"])
        path = kept / f"{run['strategy']}-{run['repetition']}-{name}.hgrm"
        lines = path.read_text().splitlines()
        assert lines[0].split() == ["Value", "Percentile", "TotalCount", "1/(1-Percentile)"]
        rows = [line.split() for line in lines[2:] if not line.startswith("#")]
        counts = dict(steps(histogram))
        for value, fraction, count, *_ in rows:
            assert counts[int(float(value))] == int(count)
            assert int(count) >= float(fraction) * summary["count"] * (1 - 1e-9)
        assert int(rows[-1][2]) == summary["count"]
        assert f"Total count    = {summary['count']:12}]" in lines[-2]


def test_intervals_are_a_line_each(results, kept):
    lines = (kept / "intervals.ndjson").read_text().splitlines()
    intervals = [json.loads(line) for line in lines]
    runs = json.loads(results["run"].read_text())["result"]["runs"]
    assert len(intervals) == sum(len(run["series"]) for run in runs)
    assert {line["strategy"] for line in intervals} == {"full", "delta", "graph"}
    own = [line for line in intervals if line["strategy"] == "graph" and line["repetition"] == 2]
    assert [line["atNanoseconds"] for line in own] == sorted(
        line["atNanoseconds"] for line in own
    )
    assert all(line["atNanoseconds"] % 200_000_000 == 0 for line in own)


def test_result_is_kept_with_its_raw_data(results, kept):
    assert json.loads((kept / "result.json").read_text()) == json.loads(
        results["run"].read_text()
    )


def test_comparison_names_what_differs(results, tmp_path):
    published = RESULTS / "published/default-run.json"
    shown = bench("compare", published, results["run"]).stdout
    assert "warning: the traffic differs" in shown
    assert "warning: --rate differs: 10000 against 1000" in shown
    same = bench("compare", results["run"], results["run"], "--format", "json").stdout
    comparison = json.loads(same)
    # Nothing differs; how the machine disturbed a run is said of it all the same.
    disturbances = ("INVALID", "steal by the hypervisor")
    assert all(any(it in text for it in disturbances) for text in comparison["warnings"])
    # Of an INVALID run there is no figure, and of lower bounds no ratio.
    assert {row.get("ratio", 1) for row in comparison["rows"]} <= {1}
    assert not any("verdict" in row for row in comparison["rows"])
    ended = bench("compare", published, results["memory"], statuses=(65,))
    assert "different kinds of results: run and memory" in " ".join(ended.stderr.split())
