"""Results that are published and kept, and new ones of this program."""

import json
import os
import pathlib
import subprocess

import pytest

BENCH = os.environ["BENCH_PROGRAM"]
# What is built already, as `bench live` would first build a program for release.
LIVE = os.environ.get("BENCH_LIVE_PROGRAM", BENCH)
ROOT = pathlib.Path(__file__).parents[2]
RESULTS = ROOT / "Results"
SMALL = ["--events", "10", "--markets", "5", "--no-verify"]
SHORT = [*SMALL, "--rate", "1000", "--warmup", "100ms"]
# A machine that is too busy makes a run INVALID, and may give a soak a trend.
MEASURED = (0, 1, 3, 4)
FRESH = {
    "run": ["run", *SHORT, "--duration", "500ms", "--repeat", "2",
            "--intervals", "100ms"],
    "stages": ["run", *SHORT, "--strategy", "graph", "--duration", "500ms", "--stages"],
    "soak": ["soak", *SHORT, "--duration", "1s"],
    "growth": ["saturate", *SMALL, "--rate", "20000", "--warmup", "100ms", "--strategy", "graph",
               "--duration", "100ms", "--scale", "events", "--steps", "3"],
    "memory": ["memory", *SMALL, "--strategy", "graph", "--duration", "100ms",
               "--idle", "50ms"],
    "selftest": ["selftest"],
    "ramp": ["run", *SHORT[:-4], "--warmup", "100ms", "--strategy", "graph", "--duration", "500ms",
             "--rate", "1k..5k", "--ramp-steps", "2"],
    "saturation": ["saturate", *SHORT, "--strategy", "graph", "--duration", "100ms",
                   "--max-rate", "1500", "--repeat", "1"],
    # Without a server, which would be built for release.
    "live": ["live", "--in-process", *SMALL[:-1], "--rate", "1000", "--duration", "1s",
             "--warmup", "500ms"],
    "gate": ["gate", *SMALL[:-1], *SHORT[-4:], "--strategy", "graph", "--duration", "100ms",
             "--time", "10s", "--baseline-program", BENCH],
}


def bench(*words, statuses=(0,), **options):
    program = LIVE if words[0] == "live" else BENCH
    ended = subprocess.run([program, *map(str, words)], capture_output=True, timeout=300, **options)
    assert ended.returncode in statuses, f"{words}: {ended.returncode}: {ended.stderr}"
    return ended.stdout


def version(document):
    """The kind and the version of a result; `None` for anything else."""
    schema = document.get("schema") if isinstance(document, dict) else None
    return schema.removeprefix("oddsbench.") if schema else None


def published():
    """All results in the repository, of any kind and version."""
    for path in sorted(RESULTS.rglob("*.json")):
        if version(json.loads(path.read_text())):
            yield path


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="session")
def kept(folder):
    """The folders of new results by kind, with all that is kept of them, and what
    the commands printed as CSV."""
    paths = {}
    for kind, words in FRESH.items():
        printed = bench(*words, "--format", "csv", "--results", folder / kind,
                        statuses=MEASURED, cwd=folder)
        (paths[kind],) = (folder / kind).iterdir()
        (paths[kind] / "printed.csv").write_bytes(printed)
    return paths
