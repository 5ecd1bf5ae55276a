"""Autobahn's conformance suite (RFC 6455 and 7692) against both ends.

    python3 autobahn.py [--quick] [--reports FOLDER]

The fuzzing client tests emsim, with an echo and at the feed's own path, and the
fuzzing server tests the client library, by way of echo-client. Programs are those
of the folder EMSIM_PROGRAMS, the suite is the program WSTEST. Prints how many
cases had each outcome, and fails unless all are OK or informational.
"""

import argparse
import collections
import contextlib
import json
import os
import pathlib
import socket
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Interop"))

from emsim import PROGRAMS, simulator  # noqa: E402

WSTEST = os.environ["WSTEST"]
GOOD = {"OK", "INFORMATIONAL"}
# Of the chapters that take minutes (megabytes in tiny pieces; a thousand compressed
# messages for each case), what takes about a second.
SHORT = ["9.1.1", "9.2.1", "9.3.5", "9.4.5", "9.5.5", "9.6.5", "9.7.1", "9.8.1",
         "12.1.1", "12.2.4", "12.5.7", "13.1.3", "13.3.5", "13.5.7", "13.7.9"]
SHORT_COMPRESSED = ["12.3.5", "13.2.4", "13.6.8"]
# What a server of WAMP answers like an echo: pings, violations and closes. It
# ends the session at any message that is not WAMP's.
WITHOUT_ECHO = ["2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.9", "2.10", "2.11",
                "3.1", "3.5", "3.6", "3.7", "4.1.1", "4.1.2", "4.2.1", "4.2.2",
                "5.1", "5.2", "5.9", "5.10", "5.11", "5.12", "5.13", "5.14", "5.16", "5.17",
                "5.18", "6.3.*", "6.4.*", "6.6.1", "6.8.1", "6.10.1", "6.12.1", "6.13.1",
                "6.14.1", "6.16.1", "6.18.1", "6.20.1", "7.1.3", "7.1.4", "7.3.*", "7.5.1",
                "7.7.*", "7.9.*", "7.13.*"]
MESSAGE_BYTES = 32 << 20


def outcomes(folder, agent):
    """Case by case, what the suite says of what was sent and of how it was closed."""
    path = folder / "index.json"
    if not path.exists():
        raise RuntimeError(f"wstest has written no report: see {folder.with_suffix('.log')}")
    cases = json.loads(path.read_text(encoding="utf-8"))[agent]
    return {case: (said["behavior"], said["behaviorClose"]) for case, said in cases.items()}


def spec(folder, agent, cases, **members):
    """Writes what `wstest` is to do."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "spec.json"
    path.write_text(json.dumps({
        "outdir": str(folder), "cases": cases["cases"], "exclude-cases": cases["without"],
        "exclude-agent-cases": {}, **members}), encoding="utf-8")
    return ["--spec", str(path)]


def test_server(folder, cases, compression, path):
    agent = "emsim"
    options = ["--message-bytes", str(MESSAGE_BYTES), "--echo-path", "/echo"]
    with simulator(*options, "--compression", compression) as sim:
        server = {"agent": agent, "url": sim.url.replace("/v2", path),
                  "protocols": ["wamp.2.json"] if path == "/v2" else []}
        with open(folder.with_suffix(".log"), "w", encoding="utf-8") as log:
            subprocess.run(
                [WSTEST, "--mode", "fuzzingclient",
                 *spec(folder, agent, cases, servers=[server])],
                check=True, stdout=log, stderr=log)
    return outcomes(folder, agent)


def wait_for(port, process, log):
    """Returns once the process listens; fails if it ends or takes a minute."""
    deadline = time.monotonic() + 60
    while True:
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) == 0:
                return
        try:
            process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            if time.monotonic() < deadline:
                continue
        raise RuntimeError(f"wstest does not listen on port {port}: see {log}")


@contextlib.contextmanager
def fuzzing_server(folder, cases):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with open(folder.with_suffix(".log"), "w", encoding="utf-8") as log:
        process = subprocess.Popen(
            [WSTEST, "--mode", "fuzzingserver", "--webport", "0",
             *spec(folder, "", cases, url=f"ws://127.0.0.1:{port}")],
            stdout=log, stderr=log)
        try:
            wait_for(port, process, log.name)
            yield port
        finally:
            process.kill()
            process.wait()


def test_client(folder, cases, compression):
    agent = "OddsClient"
    with fuzzing_server(folder, cases) as port:
        subprocess.run(
            [os.path.join(PROGRAMS, "echo-client"), "--port", str(port), "--agent", agent,
             "--compression", compression], check=True)
    return outcomes(folder, agent)


def report(name, cases, seconds):
    """Prints the outcomes, and returns whether all are good."""
    for kind, index in (("", 0), (", closing", 1)):
        counts = collections.Counter(said[index] for said in cases.values())
        text = ", ".join(f"{count} {what}" for what, count in sorted(counts.items()))
        print(f"{name}{kind}: {text}" + ("" if kind else f" in {seconds:.0f} s"), flush=True)
    bad = {case: said for case, said in cases.items() if not GOOD.issuperset(said)}
    for case, said in bad.items():
        print(f"  case {case}: {said[0]}, closing {said[1]}", flush=True)
    return not bad and bool(cases)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--quick", action="store_true", help="leave out what takes minutes")
    parser.add_argument("--reports", type=pathlib.Path, default=pathlib.Path(".build/autobahn"),
                        help="the folder for the suite's own reports")
    options = parser.parse_args()

    def only(*cases):
        return {"cases": list(cases), "without": []}

    everything = {"cases": ["*"], "without": []}
    compressed = only("12.*", "13.*")
    if options.quick:
        basics = [f"{chapter}.*" for chapter in range(1, 12) if chapter != 9]
        everything = only(*basics, *SHORT)
        compressed = only(*SHORT_COMPRESSED)
    runs = [
        ("echo", lambda folder: test_server(folder, everything, "takeover", "/echo")),
        ("echo, no takeover",
         lambda folder: test_server(folder, compressed, "no-takeover", "/echo")),
        ("v2", lambda folder: test_server(folder, only(*WITHOUT_ECHO), "takeover", "/v2")),
        ("client", lambda folder: test_client(folder, everything, "takeover")),
        ("client, no takeover", lambda folder: test_client(folder, compressed, "no-takeover")),
    ]
    is_good = True
    for name, test in runs:
        start = time.monotonic()
        folder = options.reports.resolve() / name.replace(", ", "-").replace(" ", "-")
        folder.parent.mkdir(parents=True, exist_ok=True)
        cases = test(folder)
        is_good = report(name, cases, time.monotonic() - start) and is_good
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
