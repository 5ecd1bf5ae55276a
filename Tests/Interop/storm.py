"""Measures what a storm of connections that do not read costs emsim, and what is
given back after it.

    python3 storm.py [CONNECTIONS [SERVER OPTION…]]

Runs emsim and emload (from the folder EMSIM_PROGRAMS) on this machine: so many
connections register a topic, request its dump and stop reading; one is enough to
see whether the feed goes on. Prints a line of JSON with resident bytes before, at
most, at the end, and by the time since the connections have gone.
"""

import json
import os
import subprocess
import sys
import time

from emsim import PROGRAMS, simulator
from load import expect

SECONDS = 20
RAISED = {"rate": 1_000}
WORLD = ["--events", "100", "--markets", "50", "--rate", "20", "--log-level", "error"]


def resident_bytes(pid, name="VmRSS"):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        for line in file:
            if line.startswith(name + ":"):
                return int(line.split()[1]) * 1024
    raise KeyError(name)


def storm(connections, options):
    with simulator(*WORLD, *options) as sim:
        pid = sim.process.pid
        sim.run_until(time.monotonic() + 2)
        before = resident_bytes(pid)
        port = sim.url.rsplit(":", 1)[1].split("/")[0]
        words = ["--connections", str(connections), "--deaf", str(connections)]
        words += ["--seconds", str(SECONDS)]
        client = subprocess.Popen(
            [os.path.join(PROGRAMS, "emload"), "--port", port, *words],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        expect(client, "measuring")
        sim.post("/scenario", RAISED)
        most = 0
        while True:
            most = max(most, resident_bytes(pid))
            try:
                client.wait(timeout=0.5)
                break
            except subprocess.TimeoutExpired:
                pass
        if client.returncode != 0:
            raise RuntimeError(f"emload: {client.stderr.read()}")
        sim.post("/scenario", {"rate": 20})
        result = {
            "commands": [" ".join(["emsim", *WORLD, *options]),
                         " ".join(["emload --port PORT", *words]),
                         f"POST /scenario {json.dumps(RAISED)}"],
            "residentBytesBefore": before,
            "residentBytesMaxInStorm": most,
            "residentBytesAtEnd": resident_bytes(pid),
        }
        start = time.monotonic()
        for seconds in (1, 5, 10, 20, 30, 60):
            sim.run_until(start + seconds)
            result[f"residentBytesAfter{seconds}s"] = resident_bytes(pid)
        result["residentBytesPeak"] = resident_bytes(pid, "VmHWM")
        for name in ("slow_consumers_disconnected_total", "memory_limit_disconnects_total",
                     "queue_memory_bytes_max", "connections"):
            try:
                result[name] = sim.metric(name)
            except KeyError:
                result[name] = None
        return result


if __name__ == "__main__":
    print(json.dumps(storm(int((sys.argv[1:] or ["5000"])[0]), sys.argv[2:])))
