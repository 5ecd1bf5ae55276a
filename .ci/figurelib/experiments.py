"""Generated regions of experiments that do not compare strategies: the client,
the simulator, the gate, the self-test, the traffic, and where results are from."""

import math
import statistics

from . import formats as f
from . import results as r
from .bounds import cell
from .tables import region

LIVE_PARTS = [
    ("response", "responseTime"),
    ("without the generator's delay", "live.undelayedResponseTime"), ("wire", "live.wire"), ("decode", "live.decode"),
    ("apply", "live.apply"), ("deliver", "live.deliver"), ("machine jitter", "jitter.wakeDelay")]


@region
def live():
    sides = [r.run("live"), r.run("live-in-process")]
    # Older results do not have all parts.
    parts = [(name, path) for name, path in LIVE_PARTS if all(r.has(x, path) for x in sides)]
    header = ["", "socket: p50", "p99", "in process: p50", "p99"]
    return f.table(header, [
        [name] + [cell([side], f"{path}.{key}")
                  for side in sides for key in ("p50", "p99")] for name, path in parts])


def live_rate(name):
    """What was achieved at the highest rate that holds, and the response p99."""
    held = r.held(r.curve(name, "graph"))
    return cell(held, "achievedRate", f.count), cell(held, "responseTime.p99")


@region
def live_saturation():
    command = r.document("published/live-saturation.json")["command"]
    rate, p99 = live_rate("live-saturation")
    held = r.held(r.curve("live-saturation", "graph"))
    reconnects = ", ".join(str(run["live"]["counts"]["reconnects"]) for run in held)
    row = [command[command.index("--records-per-frame") + 1], rate, p99, reconnects]
    return f.table(["records per frame", "highest sustained rate, records/s",
                    "response p99 there", "reconnects in its runs"], [row], left=0)


def sixths(series, key):
    """Means over six equal parts of a run."""
    values = [point[key] for point in series]
    edges = [round(i * len(values) / 6) for i in range(7)]
    means = [statistics.mean(values[a:b]) for a, b in zip(edges, edges[1:])]
    return ", ".join(f.size(m) for m in means)


def account_rows(run):
    """What became of the frames that were due; older results do not say."""
    account = run["live"].get("account")
    if account is None:
        return []
    due = account["offered"]["frames"]

    def part(key):
        return f.percent(account[key]["frames"] / due)

    return [
        ["frames due", f.count(due)],
        ["of them superseded by a later state", part("superseded")],
        ["of them unseen at the end", part("unseen")],
        ["response time with all that, p50", cell([run], "responseTime.p50")],
        ["the same, p99", cell([run], "responseTime.p99")],
    ]


@region
def live_chaos():
    run = r.run("live-chaos")
    counts, truth = run["live"]["counts"], run["live"]["truth"]
    return f.table(["", ""], [
        ["faults injected", f.count(counts["faults"])],
        ["connections lost and restored", f.count(counts["reconnects"])],
        ["dumps", f.count(counts["dumps"])],
        *account_rows(run),
        ["channels that differ from the server's truth at the end",
         f"{truth['differing']} of {truth['channels']}"],
        ["live heap, means of six parts", sixths(run["series"], "allocatedBytes")],
        ["resident set, means of six parts", sixths(run["series"], "residentBytes")],
    ])


@region
def live_storms():
    run = r.run("live-storms")
    live, truth = run["live"], run["live"]["truth"]
    return f.table(["", ""], [
        ["forced reconnects", f.count(live["counts"]["reconnects"])],
        ["until a channel is consistent again, p50", f.duration(live["timeToConsistent"]["p50"])],
        ["the same, p99", f.duration(live["timeToConsistent"]["p99"])],
        *account_rows(run),
        ["channels that differ from the server's truth at the end",
         f"{truth['differing']} of {truth['channels']}"],
    ])


def load_groups():
    groups = {}
    for one in r.published("simulator-load")["runs"]:
        groups.setdefault(one["run"], []).append(one)
    return groups


def load_row(name, group):
    def mid(key):
        return statistics.median(x[key] for x in group)

    connections = f.count(group[0]["connections"])
    memory = f"{f.number(mid('serverResidentBytesMax') / 2**20)} MiB"
    closed = statistics.median(x["closed"] for x in group)
    if closed == group[0]["connections"]:
        return [connections, name, "all disconnected as slow", "", "", "", "", memory]
    if closed > 0:
        connections += f", {f.count(closed)} of them disconnected as slow"
    return [connections, name, f.count(mid("framesPerSecond")), f.count(mid("recordsPerSecond")),
            f.duration(mid("p50Milliseconds") * 1e6), f.duration(mid("p99Milliseconds") * 1e6),
            f"{mid('serverCores'):.2f} + {mid('clientCores'):.2f}", memory]


@region
def load():
    """The simulator's load; repeated runs as medians, each figure by itself."""
    rows = []
    for name, group in load_groups().items():
        suffix = name.partition(", rate ")[2].replace("x", "×") or "×1"
        rows.append(load_row("" if group[0]["connections"] == 1 else suffix, group))
    return f.table(["connections", "rate", "frames/s", "records/s", "latency p50", "p99",
                    "cores, server + client", "server memory"], rows, left=0)


def proof_cell(hits, total):
    low, high = clopper_pearson(hits, total)
    return f"{hits} of {total} {f.interval(low, high, f.percent)}"


def clopper_pearson(hits, total, alpha=0.05):
    """The two-sided interval of a share, by bisection on the binomial tail."""
    def tail(p, k):
        return sum(math.comb(total, i) * p**i * (1 - p)**(total - i) for i in range(k, total + 1))

    def solve(k, target):
        low, high = 0.0, 1.0
        for _ in range(60):
            middle = (low + high) / 2
            low, high = (middle, high) if tail(middle, k) < target else (low, middle)
        return low

    return (0.0 if hits == 0 else solve(hits, alpha / 2),
            1.0 if hits == total else solve(hits + 1, 1 - alpha / 2))


def proof_arms(proof):
    """The kinds of gates of a proof, each with its gates."""
    return [(arm_text(arm.get("injection")), [g for g in proof["gates"] if g["arm"] == number])
            for number, arm in enumerate(proof["arms"])]


def arm_text(injection):
    if injection is None:
        return "equal sides"
    share = f"slowed by {injection['share']:.0%}"
    return share if injection["frames"] == "all" else f"slowest 1 in 50 {share}"


@region
def gate_proof():
    """How often each figure was called a REGRESSION, and what became of whole gates."""
    proof = r.body("gate-proof/proof.json")
    arms = proof_arms(proof)

    def row(label, is_hit):
        return [label, *(proof_cell(sum(map(is_hit, gates)), len(gates)) for _, gates in arms)]

    def regression(metric):
        return lambda gate: any(j["metric"] == metric and j["verdict"] == "REGRESSION"
                                for j in gate["judgements"])

    # An INVALID gate has none.
    judged = next((g["judgements"] for g in proof["gates"] if g["judgements"]), [])
    metrics = [j["metric"] for j in judged]
    return f.table(
        ["", *(text for text, _ in arms)],
        [row(f"REGRESSION in `{metric}`", regression(metric)) for metric in metrics]
        + [row(f"gate {verdict}", lambda g, verdict=verdict: g["verdict"] == verdict)
           for verdict in ("PASS", "REGRESSION", "INCONCLUSIVE", "INVALID")])


def judgement_formats(judgement):
    """How a judgement's figures and its change are written."""
    if judgement["isExact"]:
        return f.number, lambda value: ("+" if value > 0 else "") + f.number(value)
    metric = judgement["metric"]
    text = (f.size if "Bytes" in metric else f.number if metric.endswith("PerUpdate")
            else f.duration)
    return text, lambda share: f.percent(share, sign=True)


@region
def gate_regression():
    """The judgements of the gate that found a planted regression."""
    rows = []
    for j in r.published("gate-regression")["judgements"]:
        text, sign = judgement_formats(j)
        verdict = j["verdict"] if j["verdict"] == "PASS" else f"**{j['verdict']}**"
        change = j["change"]
        rows.append([
            f"`{j['metric']}`", text(j["baseline"]), text(j["candidate"]),
            sign(change["value"]), f"[{sign(change['low'])}, {sign(change['high'])}]",
            f.percent(j["threshold"]) if j["threshold"] else "0", verdict])
    return f.table(
        ["", "baseline", "candidate", "change", "interval", "limit", "verdict"], rows)


def selftest_rows(name):
    for row in r.published(name)["realClock"]["rows"]:
        if row["figure"].startswith("responseTime."):
            isOK = (row["allowedNanosecondsMin"] <= row["reportedNanoseconds"]
                    <= row["allowedNanosecondsMax"])
            yield [f"`{row['figure']}`", f.duration(row["analyticNanoseconds"]),
                   f.duration(row["reportedNanoseconds"]),
                   f"{f.duration(row['allowedNanosecondsMin'])} to "
                   f"{f.duration(row['allowedNanosecondsMax'])}", "ok" if isOK else "**wrong**"]


@region
def selftest():
    return f.table(["", "analytic", "reported", "allowed", ""], list(selftest_rows("selftest")))


@region
def selftest_wrong():
    return f.table(
        ["", "analytic", "reported", "allowed", ""], list(selftest_rows("selftest-wrong")))


TRAFFIC = ["records of an UPDATE frame", "UPDATE BETTING_OFFER {lastChangedTime, odds}",
           "UPDATE MATCH {numberOfMarkets, numberOfBettingOffers}", "CREATE OUTCOME {paramFloat1",
           "dump MARKET,", "dump MATCH,"]


@region
def traffic():
    """Rows of the profile that a test prints from recorded captures."""
    path = r.ROOT / "Generators/OddsTraffic/PROFILE.md"
    lines = [x for x in path.read_text(encoding="utf-8").splitlines() if x.startswith("| ")]
    chosen = [x for name in TRAFFIC for x in lines if x.startswith(f"| {name}")]
    return "\n".join([lines[0], "|---|--:|--:|--:|", *chosen])


@region
def provenance():
    """Every JSON result of the repository: what made it, where, from which commit."""
    rows = []
    for folder in ("published", "peers", "gate-proof"):
        for path in sorted((r.RESULTS / folder).glob("*.json")):
            name = f"{folder}/{path.name}"
            whole = r.document(name)
            command = whole["command"]
            words = command if isinstance(command, list) else command.split()
            start = [w for w in words[:2] if not w.startswith("-")]
            rows.append([f"[{name}]({name})", f"`{' '.join(start)}`", r.processor(name),
                         r.commit(name)[:12]])
    return f.table(["file", "made by", "processor", "commit"], rows, left=4)


COMPRESSIONS = ("no-takeover", "takeover")


@region
def compression():
    """What compression saves of each kind of message, and what it costs."""
    lines = r.published("compression")["messages"]
    rows = []
    for line in lines:
        if (line["mode"], line["kind"]) == ("shared", "dump"):  # which the server never does
            continue
        rows.append([
            f"{line['frames']} {line['kind']}", f"`{line['mode']}`" if line["mode"] in COMPRESSIONS
            else "`no-takeover`, one frame for all", f.size(line["plainBytes"]),
            f.size(line["sentBytes"]), f"×{f.number(line['plainBytes'] / line['sentBytes'])}",
            *(f"{f.duration(line[key + 'P50'])}, {f.duration(line[key + 'P99'])}"
              if line[key + "P50"] else "" for key in ("deflate", "copy", "inflate"))])
    return f.table(
        ["message", "compression", "bytes", "compressed", "saves",
         "compressing: p50, p99", "for each client: p50, p99", "decompressing: p50, p99"],
        rows, left=2)


@region
def compression_load():
    """Clients over sockets, without compression and with each kind: medians of runs."""
    runs = r.published("compression")["runs"]
    rows = []
    for connections in sorted({run["connections"] for run in runs}):
        for mode in ("off", *COMPRESSIONS):
            own = [run for run in runs
                   if (run["connections"], run["mode"]) == (connections, mode)]
            rows.append([
                f.count(connections), f"`{mode}`",
                f.count(r.median(own, "framesPerSecond")),
                *(f"{f.duration(r.median(own, key) * 1e6)} {f.spread([run[key] for run in own])}"
                  for key in ("p50Milliseconds", "p99Milliseconds")),
                " + ".join(f"{r.median(own, key):.2f}" for key in ("serverCores", "clientCores")),
                f.size(r.median(own, "serverResidentBytesMax"))])
    return f.table(
        ["connections", "compression", "frames/s", "latency p50", "p99",
         "cores, server + client", "server memory"], rows, left=2)
