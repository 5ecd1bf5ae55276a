"""The rules by which figures of result files get into the texts."""

import base64
import pathlib
import sys
import unittest
import zlib
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / ".ci"))

from figurelib import bounds, experiments, fleet, game, inline, results, tables  # noqa: E402


def run(p99, unserved=0, undelayed=None, status="OK", achieved=1_000):
    """A run with figures in nanoseconds."""
    made = {"status": status, "achievedRate": achieved, "offeredRate": 2 * achieved,
            "unserved": {"frames": unserved}, "responseTime": {"p99": p99, "count": 7},
            "serviceTime": {"p99": p99}}
    if undelayed is not None:
        made["harness"] = {"undelayedResponseTime": {"p99": undelayed},
                           "undelayedServiceTime": {"p99": undelayed}}
    return made


def histogram(*steps):
    """A histogram's encoding, of a count at each value up to 2,047 ns, in order."""
    body, index = bytearray(40), 0
    for value, count in steps:
        for number in (index - value, count):
            rest = number << 1 ^ number >> 63
            while rest >= 0x80:
                body.append(rest & 0x7F | 0x80)
                rest >>= 7
            body.append(rest)
        index = value + 1
    return base64.b64encode(bytes(8) + zlib.compress(bytes(body))).decode()


def saturation(*points):
    """A result of a search that sustains 100 updates/s."""
    curve = {"strategy": "graph", "sustainedRate": 100,
             "points": [{"rate": rate, "holds": holds, "run": run} for rate, holds, run in points]}
    return {"curves": [curve]}


class Bounds(unittest.TestCase):
    def test_unserved_frames_make_a_lower_bound(self):
        self.assertEqual(bounds.cell([run(4_000), run(4_000, 1)], "responseTime.p99"), "≥ 4.00 µs")
        self.assertEqual(bounds.cell([run(4_000, 1)], "serviceTime.p99"), "4.00 µs")
        self.assertEqual(bounds.mark([run(4_000, 1)], "responseTime.count"), "")

    def test_frames_that_are_too_few_raise_nothing(self):
        def mark(unserved):
            made = run(1_000, unserved)
            made["responseTime"]["histogram"] = histogram((1_000, 4_960), (2_000, 40))
            return bounds.mark([made], "responseTime.p99")
        self.assertEqual([mark(0), mark(10), mark(11), mark(51)], ["", "", "≥ ", "≥ "])

    def test_delays_of_the_harness_make_an_upper_bound(self):
        for path in ("responseTime.p99", "serviceTime.p99"):
            self.assertEqual(bounds.cell([run(40_000, 0, 30_000)], path), "≤ 40.0 µs")
            self.assertEqual(bounds.cell([run(40_000, 0, 37_000)], path), "40.0 µs")
            self.assertEqual(bounds.cell([run(2_000, 0, 1_000)], path), "2.00 µs")
        late = run(40_000, 0, 30_000, status="INVALID")
        self.assertEqual(bounds.mark([late], "responseTime.p99"), "")

    def test_a_bound_from_both_sides_is_not_shown(self):
        self.assertEqual(bounds.cell([run(40_000, 1, 30_000)], "responseTime.p99"), "n/a")
        self.assertEqual(bounds.least_and_most([run(40_000, 1, 30_000)], "responseTime.p99"), "n/a")

    def test_over_sockets_the_age_of_unseen_frames_decides(self):
        live = run(4_000, 9) | {"live": {"account": {
            "unseen": {"frames": 9}, "lowerBoundFromNanoseconds": 5_000}}}
        self.assertEqual(bounds.mark([live], "responseTime.p99"), "")
        live["live"]["account"]["lowerBoundFromNanoseconds"] = 4_000
        self.assertEqual(bounds.mark([live], "responseTime.p99"), "≥ ")
        del live["live"]["account"]["lowerBoundFromNanoseconds"]
        self.assertEqual(bounds.mark([live], "responseTime.p99"), "")

    def test_ranges_are_marked(self):
        runs = [run(4_000), run(9_000, 1)]
        self.assertEqual(bounds.least_and_most(runs, "responseTime.p99"), "≥ 4.00 µs to 9.00 µs")

    def test_the_soak_is_marked(self):
        with mock.patch.object(results, "published", lambda name: {"run": run(4_000, 1)}):
            self.assertEqual(inline.FIGURES["soak.p99"](), "≥ 4.00 µs")


def page(render="frame", rate=10, paint=12e6, status="OK", late=3, stages=()):
    """A run of the page in a browser, with figures in nanoseconds."""
    return {"render": render, "rate": rate, "status": status, "windowNanoseconds": 10e9,
            "updates": {"received": rate * 2.5},
            "paint": {"p50": paint, "p99": 2 * paint, "max": 3 * paint},
            "mainThread": {"p50": 1e6, "p99": 3e6}, "frames": {"count": 600, "late": late},
            "stages": [{"name": n, "time": {"p50": v, "p99": 2 * v}} for n, v in stages]}


class Game(unittest.TestCase):
    def table(self, region, **files):
        def published(name):
            return files[name.replace("-", "_")]
        with mock.patch.object(results, "published", published):
            return [[cell.strip() for cell in line.strip("|").split("|")]
                    for line in tables.TABLES[region]().split("\n")[2:]]

    def test_rows_are_medians_of_valid_runs_by_rate(self):
        rows = self.table("game", game={"runs": [
            page(rate=100), page(paint=14e6), page(paint=10e6, late=9), page(paint=12e6),
            page(paint=900e6, status="INVALID"), page("all")]},
            game_2000={"runs": [page(rate=2_000, status="SATURATED")]})
        self.assertEqual([row[:3] for row in rows], [
            ["10", "frame", "12.0 ms"], ["10", "all", "12.0 ms"], ["100", "frame", "12.0 ms"],
            ["2,000", "frame", "≥ 12.0 ms"]])
        self.assertEqual(rows[0][3:], ["24.0 ms", "36.0 ms", "1.00 ms", "3.00 ms", "0.833%"])

    def test_a_percentile_that_a_run_lacks_is_missing(self):
        small = page()
        del small["paint"]["p99"]
        rows = self.table("game", game={"runs": [page(), small]}, game_2000={"runs": []})
        self.assertEqual(rows[0][3], "n/a")

    def test_goals_say_what_is_a_maximum_or_a_bound(self):
        def goal(rate, name, bound, outcome, is_maximum=False, is_lower=False, **value):
            return {"rate": rate, "goal": name, "isMaximum": is_maximum,
                    "isLowerBound": is_lower, "bound": bound, "outcome": outcome, **value}

        goals = [goal(10, "paint.p99", 50e6, "met", is_maximum=True, value=30e6),
                 goal(2_000, "frames.lateShare", 0.01, "open"),
                 goal(2_000, "paint.p50", 25e6, "open", is_lower=True, value=20e6)]
        self.assertEqual(self.table("game-goals", game_gate={"goals": goals}), [
            ["latency to the paint, p99", "10", "≤ 30.0 ms", "50.0 ms", "met"],
            ["late frames", "2,000", "n/a", "1.00%", "open"],
            ["latency to the paint, p50", "2,000", "≥ 20.0 ms", "25.0 ms", "open"]])

    def test_stages_are_those_of_the_provider(self):
        stages = [(name, (n + 1) * 1e6) for n, name in enumerate(game.STAGES)]
        rows = self.table("game-stages", game_provider={"runs": [
            page(rate=1_000, stages=stages), page(rate=100, stages=stages)]})
        self.assertEqual(rows[0], ["wire", "1.00 ms / 2.00 ms", "1.00 ms / 2.00 ms"])
        self.assertEqual(rows[-2][0], "due until painted")
        # Of the provider's updates some are of matches that the page shows.
        self.assertEqual(rows[-1], ["received by the page", "25/s", "250/s"])
        self.assertEqual(len(rows), 8)

    def test_pages_cost_what_the_server_takes_beyond_idle(self):
        load = {"pages": 1_000, "status": "OK", "windowNanoseconds": 10e9, "updates": 100_000,
                "messages": 100_000, "delay": {"p50": 1e6, "p99": 2e6},
                "server": {"processorShareIdle": 0.01, "processorShare": 0.51,
                           "residentBytesIdle": 20 << 20, "residentBytesLoaded": 70 << 20}}
        rows = dict(self.table("game-pages", game_pages={"loads": [load]}))
        self.assertEqual(rows["updates/s, all pages together"], "10,000")
        self.assertEqual(rows["growth per page"], "51.2 KiB")
        self.assertEqual(rows["processor time of a message"], "50.0 µs")

    def test_a_soak_has_the_rise_of_each_figure(self):
        def trend(high, is_broken=False):
            return {"metric": "heapBytes", "median": 4 << 20, "riseMax": 0.05,
                    "isBroken": is_broken, "rise": {"value": 0.01, "low": -0.002, "high": high}}

        trends = [trend(0.02), trend(0.06), trend(0.06, True)]
        rows = self.table("game-soak", game_soak={"runs": [{"trends": {"trends": trends}}]})
        self.assertEqual(rows[0], [
            "heap of page and worker", "4.00 MiB", "1.00%", "[−0.200%, 2.00%]", "5.00%", "ok"])
        self.assertEqual([row[-1] for row in rows], ["ok", "open", "RISING"])


class Saturation(unittest.TestCase):
    RESULT = saturation(
        (100, True, run(1_000)), (100, None, run(9_000, status="INVALID", achieved=1)),
        (100, False, run(8_000, achieved=2)), (190, None, run(7_000, status="INVALID")),
        (200, False, run(5_000, 3, status="SATURATED")))

    def test_only_runs_that_hold_are_at_the_sustained_rate(self):
        with mock.patch.object(results, "published", lambda name: self.RESULT):
            self.assertEqual([x["responseTime"]["p99"] for x in tables.points("graph", True)],
                             [1_000])
            self.assertEqual(experiments.live_rate("live"), ("1,000", "1.00 µs"))

    def test_an_invalid_run_is_not_far_beyond_it(self):
        with mock.patch.object(results, "published", lambda name: self.RESULT):
            self.assertEqual([x["status"] for x in tables.points("graph", False)], ["SATURATED"])


class Proof(unittest.TestCase):
    def test_metrics_are_those_of_the_first_gate_with_judgements(self):
        judged = {"arm": 0, "verdict": "PASS",
                  "judgements": [{"metric": "serviceTime.p50", "verdict": "PASS"}]}
        proof = {"arms": [{}],
                 "gates": [{"arm": 0, "verdict": "INVALID", "judgements": []}, judged]}
        with mock.patch.object(results, "body", lambda path: proof):
            self.assertIn("REGRESSION in `serviceTime.p50` | 0 of 2", experiments.gate_proof())


class Fleet(unittest.TestCase):
    def machines(self, **changes):
        role = {"role": "edge", "count": 21, "countLow": 18, "countHigh": 24,
                "utilization": 0.12, "utilizationAfterLoss": 0.14, "bytesInPerSecond": 26.5e6,
                "bytesOutPerSecond": 762.5e6, "totalBytesOutPerSecond": 13.72e9,
                "limits": [{"limit": "networkOut", "share": 0.871}]} | changes
        with mock.patch.object(fleet, "plan", lambda: {"roles": [role]}):
            return fleet.fleet_machines().splitlines()[-1]

    def test_machines_have_their_first_limit(self):
        self.assertEqual(
            self.machines(), "| edges | 21 [18, 24] | 12.0% | 14.0% | 212 Mbit/s | 6.10 Gbit/s "
            "| 110 Gbit/s | network out, 87.1% |")

    def test_counts_say_how_sure_they_are(self):
        self.assertIn("| 21 |", self.machines(countLow=21, countHigh=21))
        role = {"role": "nats", "count": 9, "countLow": 9}
        self.assertEqual(fleet.count(role), "9 [9, none is enough]")

    def test_every_cost_has_its_interval(self):
        cost = {"value": 4_500, "low": 4_050, "high": 4_950, "sampleCount": 8, "method": "rusage"}
        costs = {key: cost for key in fleet.COSTS if key != "edgeNanosecondsPerConnection"}
        costs["edgeSends"] = [{"connections": 1_000, "nanosecondsPerSend": cost}]
        given = {key: 1 for key in fleet.ASSUMPTIONS} | {"connectionNanoseconds": 2e6}
        with mock.patch.object(fleet, "plan", lambda: {"costs": costs, "input": given}):
            lines = fleet.fleet_costs().splitlines()
            self.assertIn("| edge, send a frame to 1 of 1,000 | 4.50 µs | [4.05 µs, 4.95 µs] "
                          "| 8 | rusage |", lines)
            self.assertEqual(len(lines), 2 + len(fleet.COSTS))
            self.assertTrue(fleet.fleet_assumptions().endswith("| 2.00 ms | `--connection-cpu` |"))


if __name__ == "__main__":
    unittest.main()
