"""A network of hosts for each test, and the fleets on it, which are removed whatever happens."""

import json
import os
import pathlib
import platform
import sys

import pytest

from fleet import Fleet
from network import Network

sys.path.append(str(pathlib.Path(__file__).parents[1] / "Interop"))
from provenance import commit, processor  # noqa: E402 (found there)

# The form for CI: short runs of few clients, and only tests without long waits.
SHORT = os.environ.get("FLEET_SHORT") == "1"


def length(whole, short):
    return short if SHORT else whole


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: measures, so that nothing else may run beside it")
    config.addinivalue_line("markers", "whole: takes too long for the short form")


def pytest_collection_modifyitems(config, items):
    # With `-m whole` they run as short as the others.
    if SHORT and "whole" not in config.option.markexpr:
        left_out = [item for item in items if item.get_closest_marker("whole")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter):
    """What tests measured. The file FLEET_FIGURES keeps that of tests that passed."""
    kept = {}
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, figures in getattr(report, "user_properties", []):
                terminalreporter.write_line(f"{name}: {json.dumps(figures)}")
                if outcome == "passed":
                    kept[name] = figures
    if "FLEET_FIGURES" in os.environ:
        keep(kept, pathlib.Path(os.environ["FLEET_FIGURES"]))


def keep(figures, file):
    """Adds figures to those of the same commit that are there."""
    document = {
        "machine": {"cores": os.cpu_count(), "processor": processor(),
                    "system": platform.platform()},
        "command": "make fleet-test", "commit": commit(), "isShort": SHORT}
    if file.exists():
        before = json.loads(file.read_text(encoding="utf-8"))
        if before["commit"] == document["commit"]:
            figures = {**before["figures"], **figures}
    document["figures"] = dict(sorted(figures.items()))
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


@pytest.fixture
def make_network():
    networks = []

    def make(**options):
        networks.append(Network(**options))
        return networks[-1]

    yield make
    for network in networks:
        network.remove()


@pytest.fixture
def make_fleet(make_network):
    fleets = []

    def make(delay=None, **options):
        fleets.append(Fleet(make_network(delay=delay), **options))
        return fleets[-1]

    yield make
    for fleet in fleets:
        try:
            fleet.stop()
        finally:
            print(fleet.said(), file=sys.stderr)
