"""Single figures within sentences, by the names that the texts use."""

from . import betting
from . import fleet, fleet_tests
from . import formats as f
from . import results as r
from .bounds import cell


def millions(value):
    return f"{value / 1e6:.1f} million"


FIGURES = {
    "run.rate": lambda: f"{setting('default-run', '--rate'):,} updates/s",
    "build.time": lambda: f"{r.published('build')['seconds'] / 60:.1f} minutes",
    "soak.frames": lambda: millions(r.published("soak")["run"]["serviceTime"]["count"]),
    "soak.p99": lambda: cell([r.published("soak")["run"]], "responseTime.p99"),
    "soak.unserved": lambda: f"{r.published('soak')['run']['unserved']['frames']:,} frames",
    "soak.undelayed.p99": lambda: f.duration(
        r.published("soak")["run"]["harness"]["undelayedResponseTime"]["p99"]),
    "soak.stolen": lambda: f.percent(r.published("soak")["run"]["usage"]["stolenShare"]),
    "live.chaos.stolen": lambda: f.percent(r.run("live-chaos")["live"]["stolenShare"]),
    "betting.rate": lambda: f.rate(r.median(durable_bets(), "tickets.achievedRate")),
    "betting.p99": lambda: f.duration(r.median(durable_bets(), "tickets.responseTime.p99")),
    "betting.changed": lambda: f.percent(betting.share("graph", 0)),
    "betting.changed.late": lambda: f.percent(betting.share("graph", -1)),
    "game.rate": lambda: f.rate(at_goals()[0]["rate"]),
    "game.p50": lambda: f.duration(r.median(at_goals(), "paint.p50")),
    "game.p99": lambda: f.duration(r.median(at_goals(), "paint.p99")),
    "fleet.edge": fleet_tests.edge_adds,
    "fleet.edge.p50": lambda: f.duration(fleet_tests.medians()[1]),
    "fleet.source.p50": lambda: f.duration(fleet_tests.medians()[0]),
    "fleet.more": fleet_tests.one_more_edge,
    "fleet.fanout": lambda: f.count(fleet.plan()["burst"]["fanOut"]),
    "fleet.burst": lambda: f.duration(fleet.plan()["burst"]["p99Nanoseconds"]),
    "fleet.burst.loss": lambda: f.duration(fleet.plan()["burst"]["p99NanosecondsAfterLoss"]),
    "fleet.herd": lambda: f"{fleet.plan()['recovery']['clients']:,.0f} clients",
    "fleet.recovery": lambda: f.duration(fleet.plan()["recovery"]["nanoseconds"]),
    "fleet.attempts": lambda: attempts(fleet.plan()["recovery"]["attempts"]),
    "selftest.p99": lambda: f.duration(selftest("selftest", "analyticNanoseconds")),
    "selftest.wrong.p99": lambda: f.duration(selftest("selftest-wrong", "reportedNanoseconds")),
    "gate.proof.seconds": lambda: f"{proof_seconds():.1f} s",
    "dump.speed": lambda: f"{r.peer('dump', 'dump', 'ours')['bytesPerSecond'] / 1e6:.0f} MB/s",
    "dump.memory": lambda: f"×{goal('dump: memory at rest')['measured']:.2f}",
    "growth.update": lambda: f"×{goal('growth: an update at')['measured']:.2f}",
    "simdjson.speed": lambda: f"{goal('decode, odds frames')['measured']:.2f} GB/s",
    "peers.worst": lambda: worst_peer(),
    "peers.kernels": lambda: r.peers()["machine"]["simdjson"],
}


def attempts(count):
    return f"{count} attempt" + ("" if count == 1 else "s")


def worst_peer():
    """The lowest ratio of any task, with its interval if it has one."""
    row = r.peers()["comparisons"][0]
    text = f"×{f.number(row['ratio'])}"
    return text if row.get("ratioLow") is None else (
        f"{text} {f.interval(row['ratioLow'], row['ratioHigh'])}")


def durable_bets():
    return betting.groups("betting")["graph", "full"]


def at_goals():
    """The runs of the page at the highest rate that has goals."""
    runs = r.published("game-gate")["runs"]
    return [run for run in runs if run["rate"] == max(run["rate"] for run in runs)]


def selftest(name, key):
    rows = r.published(name)["realClock"]["rows"]
    return next(x[key] for x in rows if x["figure"] == "responseTime.p99")


def setting(name, option):
    """A number that the command of a result has."""
    command = r.document(f"published/{name}.json")["command"]
    return int(command[command.index(option) + 1])


def proof_seconds():
    return r.median(r.body("gate-proof/proof.json")["gates"], "seconds")


def goal(start):
    return next(g for g in r.peers()["goals"] if g["name"].startswith(start))
