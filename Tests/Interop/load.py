"""Measures how much load emsim sustains, and its CPU and memory use.

    python3 load.py [RESULT.json]

Runs emsim and emload (from the folder EMSIM_PROGRAMS) on this machine:

1. a thousand connections with a registration each, 10 frames per second, three
   times;
2. the same, doubling the rate until the slow-consumer policy acts, up to ×256;
3. ten thousand connections, 10 frames per second, three times;
4. one connection with as many records as possible, three times.

Prints a line per run, and writes all runs with their commands as JSON. On a
machine with other work, use `chrt -r 1 make load`: the measured programs then
take precedence, and the result says so.
"""

import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time

from emsim import PROGRAMS, simulator
from provenance import commit, processor

# All events of this world are on emload's topic.
WORLD = ["--events", "10", "--markets", "5", "--outcomes", "3", "--life-cycle", "86400", "--stamp",
         "--log-level", "error"]
SECONDS = 10
# BETTING_OFFER updates per second that give 10 frames per second, at 7 records
# per frame.
RATE_OF_TEN_FRAMES = 21
CONNECTIONS_MAX = 10_000


def allow_files(count):
    """Lets child processes open so many files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < count:
        resource.setrlimit(resource.RLIMIT_NOFILE, (count, max(hard, count)))


def cpu_seconds(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def expect(client, word):
    """Reads the next line that emload says, which must begin with the word."""
    line = client.stderr.readline()
    if not line.startswith(word):
        client.kill()
        raise RuntimeError(f"emload: {line}{client.communicate()[1]}")


def run(name, server_options, connections, raised_rate=None, client_options=()):
    """One run: the figures of emload, and the CPU and memory use of both programs.
    The rate is raised once all connections have their dumps, when emload begins."""
    server_options = [*WORLD, *server_options]
    change = {"rate": raised_rate} if raised_rate else None
    with simulator(*server_options) as sim:
        port = sim.url.rsplit(":", 1)[1].split("/")[0]
        options = ["--connections", str(connections), "--seconds", str(SECONDS), *client_options]
        client = subprocess.Popen(
            [os.path.join(PROGRAMS, "emload"), "--port", port, *options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        expect(client, "measuring")
        if change:
            sim.post("/scenario", change)
        pids = {"server": sim.process.pid, "client": client.pid}
        start, before = time.monotonic(), {who: cpu_seconds(pid) for who, pid in pids.items()}
        expect(client, "measured")
        elapsed = time.monotonic() - start
        cores = {who: round((cpu_seconds(pid) - before[who]) / elapsed, 2)
                 for who, pid in pids.items()}
        seen = json.loads(client.communicate(timeout=120)[0])
        result = {
            "run": name,
            "commands": [" ".join(["emsim", *server_options]),
                         " ".join(["emload --port PORT", *options])]
            + ([f"POST /scenario {json.dumps(change)}"] if change else []),
            **seen,
            "serverCores": cores["server"], "clientCores": cores["client"],
            "serverResidentBytesMax": sim.resident_bytes_max(),
            "yields": sim.metric("yields_received_total"),
            "queuedBytesMax": sim.metric("queued_bytes_max"),
            "feedStalls": sim.metric("feed_stalls_total"),
            "slowConsumers": sim.metric("slow_consumers_disconnected_total"),
        }
    print(json.dumps({key: value for key, value in result.items() if key != "commands"}),
          flush=True)
    return result


def main():
    options = ["--rate", str(RATE_OF_TEN_FRAMES)]
    results = [run("1,000 connections", options, 1_000) for _ in range(3)]
    factor = 2
    while factor <= 256:
        # Two threads, so that the clients are the bottleneck, and a bound that
        # is reached within the run.
        options = ["--rate", str(RATE_OF_TEN_FRAMES), "--threads", "2",
                   "--queue-bytes", str(64 << 10)]
        results.append(
            run(f"1,000 connections, rate x{factor}", options, 1_000,
                raised_rate=RATE_OF_TEN_FRAMES * factor))
        if results[-1]["slowConsumers"] > 0:
            break
        factor *= 2
    allow_files(CONNECTIONS_MAX + 1_000)
    # The rate is raised once all are connected, as they would be with no other load.
    options = ["--rate", "1", "--connections", str(CONNECTIONS_MAX)]
    # A single thread of clients needs longer than the server for a frame that goes to
    # all connections, and would then be what is measured.
    results += [
        run("10,000 connections", options, CONNECTIONS_MAX, raised_rate=RATE_OF_TEN_FRAMES,
            client_options=["--threads", "2"])
        for _ in range(3)]
    options = ["--rate", "300000", "--records-per-frame", "200"]
    results += [run("one connection", options, 1) for _ in range(3)]

    medians = {
        f"{name}: {figure}": statistics.median(
            one[figure] for one in results if one["run"] == name)
        for name, figure in [
            ("1,000 connections", "framesPerSecond"), ("1,000 connections", "p99Milliseconds"),
            ("1,000 connections", "serverCores"),
            ("1,000 connections", "serverResidentBytesMax"),
            ("10,000 connections", "framesPerSecond"), ("10,000 connections", "p99Milliseconds"),
            ("10,000 connections", "serverCores"),
            ("10,000 connections", "serverResidentBytesMax"),
            ("one connection", "recordsPerSecond"), ("one connection", "serverCores"),
        ]
    }
    document = {
        "machine": {"cores": os.cpu_count(), "processor": processor(),
                    "system": platform.platform(),
                    "note": "server and clients share the cores",
                    "hasPrecedence": os.sched_getscheduler(0) != os.SCHED_OTHER},
        "command": "make load", "commit": commit(), "medians": medians, "runs": results,
    }
    print(json.dumps(medians, indent=1))
    if len(sys.argv) > 1:
        with open(sys.argv[1], "w", encoding="utf-8") as file:
            json.dump(document, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
