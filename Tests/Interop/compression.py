"""Measures what compression of WebSocket messages saves and costs.

    python3 compression.py RESULT.json [--capture FILE]

With the programs of the folder EMSIM_PROGRAMS, on this machine:

1. `deflate-cost` compresses and decompresses the frames of a generated capture,
   and of a recorded one;
2. `emload` loads `emsim` with one connection and with many, without compression
   and with each kind, in turns, three times.
"""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

from emsim import PROGRAMS
from load import RATE_OF_TEN_FRAMES, run
from provenance import commit, processor

# A dump of a busy evening, and updates of seven records.
WORLD = ["--events", "100", "--markets", "50", "--rate", "2000"]
LOADS = [(1, 10_000), (200, RATE_OF_TEN_FRAMES)]
KINDS = ["off", "no-takeover", "takeover"]
ROUNDS = 3


def message_costs(frames, capture, sessions):
    """What each kind of message of a capture takes, by each kind of compression."""
    lines = subprocess.run(
        [os.path.join(PROGRAMS, "deflate-cost"), capture, "--sessions", str(sessions)],
        check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()
    return [{"frames": frames, **json.loads(line)} for line in lines]


def load(connections, rate, kind):
    options = [] if kind == "off" else ["--compression", kind]
    figures = run(f"{connections} connections, {kind}", ["--rate", str(rate), *options],
                  connections, client_options=options)
    return {"connections": connections, "mode": kind, **figures}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("result", type=pathlib.Path)
    parser.add_argument("--capture", help="a recorded capture")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        generated = os.path.join(folder, "steady.ndjson")
        subprocess.run(
            [os.path.join(PROGRAMS, "bench-core"), "generate", "--scenario", "steady", *WORLD,
             "--duration", "5s", "--output", generated], check=True)
        messages = message_costs("generated", generated, 20)
    if options.capture:
        messages += message_costs("recorded", options.capture, 500)
    runs = [load(connections, rate, kind)
            for _ in range(ROUNDS) for connections, rate in LOADS for kind in KINDS]
    document = {
        "machine": {"cores": os.cpu_count(), "processor": processor()},
        "command": "make compression", "commit": commit(),
        "messages": messages, "runs": runs,
    }
    options.result.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
