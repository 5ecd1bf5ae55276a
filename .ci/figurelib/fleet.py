"""Generated regions of a fleet's plan: what was measured, computed and assumed."""

from . import formats as f
from . import results as r
from .tables import region

ROLES = {"source": "source", "nats": "NATS servers", "edge": "edges", "agent": "agents"}
LIMITS = {"processor": "cores", "feedThread": "thread of the feed", "networkIn": "network in",
          "networkOut": "network out", "memory": "memory", "descriptors": "file descriptors",
          "ports": "ports", "burst": "fan-out burst"}
COSTS = {
    "sourceNanosecondsPerFrame": "source, publish a frame",
    "natsNanosecondsIn": "NATS, take in a message",
    "natsNanosecondsInStream": "NATS, take in and store one",
    "natsNanosecondsOut": "NATS, send a message",
    "natsNanosecondsOutStream": "NATS, send one, with a stream",
    "edgeNanosecondsPerFrame": "edge, receive a frame",
    "edgeNanosecondsPerConnection": "edge, a connection with TLS",
    "agentNanosecondsPerFrame": "agent, receive a frame",
    "edgeBytesPerConnection": "edge, memory of a connection",
    "agentBytesPerClient": "agent, memory of a client",
    "publishedBytesPerFrame": "source to NATS, a frame",
    "deliveredBytesPerFrame": "NATS to an edge, a frame",
    "sentBytesPerFrame": "edge to a client, a frame",
}
ASSUMPTIONS = {
    "cores": ("cores of a machine", "--cores", f.count),
    "speed": ("speed of a core, beside one that was measured", "--speed", f.number),
    "utilization": ("cores that may be busy", "--utilization", f.percent),
    "memoryBytes": ("memory of a machine", "--memory", f.size),
    "memoryShare": ("memory that may be used", "--memory-share", f.percent),
    "networkBits": ("network of a machine, each way", "--network", lambda b: bits(b / 8)),
    "networkShare": ("network that may be used", "--network-share", f.percent),
    "descriptors": ("file descriptors of a machine", "--descriptors", f.count),
    "ports": ("local ports of an agent, for each edge", "--ports", f.count),
    "topics": ("topics", "--topics", f.count),
    "burst": ("topics whose frames fall due together", "--burst", f.count),
    "burstNanoseconds": ("longest fan-out of a burst, p99", "--burst-limit", f.duration),
    "spareEdges": ("edges to spare in a region", "--spare", f.count),
    "natsServers": ("NATS servers of a region, at least", "--nats-servers", f.count),
    "replicas": ("replicas of the stream", "--replicas", f.count),
    "dumpBytes": ("bytes of a dump", "--dump-bytes", f.count),
    "detectionNanoseconds": ("from the loss until clients notice", "--detection", f.duration),
    "segmentBytes": ("bytes of a segment of TCP", "--segment", f.count),
    "segmentOverheadBytes": ("bytes of IP, TCP and Ethernet around it", "", f.count),
    "recordBytes": ("bytes of TLS around a record", "--record", f.count),
    "socketBytes": ("the kernel's memory of a connection", "--socket-memory", f.size),
}


def plan():
    return r.published("fleet-plan")


def bits(bytes_per_second):
    """Bytes per second as networks have them."""
    value = bytes_per_second * 8
    for unit in ("bit/s", "kbit/s", "Mbit/s", "Gbit/s"):
        if value < 999.5:
            return f"{f.number(value)} {unit}"
        value /= 1_000
    return f"{f.number(value)} Tbit/s"


def count(role):
    """A number of machines, with that of the ends of the costs' intervals."""
    high = role.get("countHigh")
    if high == role["countLow"]:
        return f.count(role["count"])
    ends = "[" + f.count(role["countLow"]) + ", "
    ends += ("none is enough" if high is None else f.count(high)) + "]"
    return f"{f.count(role['count'])} {ends}"


@region
def fleet_costs():
    """Each measured cost with its interval."""
    costs = plan()["costs"]

    def row(name, cost, text):
        return [name, text(cost["value"]), f.interval(cost["low"], cost["high"], text),
                f.count(cost["sampleCount"]), cost["method"]]

    rows = []
    for key, name in COSTS.items():
        if key in costs:
            rows.append(row(name, costs[key], f.duration if "Nanoseconds" in key else f.size))
        if key == "edgeNanosecondsPerFrame":
            rows += [row(f"edge, send a frame to 1 of {f.count(one['connections'])}",
                         one["nanosecondsPerSend"], f.duration) for one in costs["edgeSends"]]
    return f.table(["measured", "cost", "95% interval", "samples", "method"], rows)


@region
def fleet_machines():
    """The machines, and what limits each kind first."""
    def row(role):
        first = role["limits"][0]
        return [ROLES[role["role"]], count(role), f.percent(role["utilization"]),
                f.percent(role["utilizationAfterLoss"]), bits(role["bytesInPerSecond"]),
                bits(role["bytesOutPerSecond"]), bits(role["totalBytesOutPerSecond"]),
                f"{LIMITS[first['limit']]}, {f.percent(first['share'])}"]
    return f.table(
        ["computed", "machines", "cores busy", "with the spare lost", "into each", "out of each",
         "out of all", "first limit"], [row(role) for role in plan()["roles"]])


@region
def fleet_assumptions():
    """The values that options change."""
    given = plan()["input"]
    rows = [[name, text(given[key]), f"`{option}`" if option else "none"]
            for key, (name, option, text) in ASSUMPTIONS.items()]
    if "edgeNanosecondsPerConnection" not in plan()["costs"]:
        rows.append(["processor time of a connection with TLS",
                     f.duration(given["connectionNanoseconds"]), "`--connection-cpu`"])
    return f.table(["assumed", "value", "option"], rows)
