"""A network of hosts for each test, and the fleets on it, which are removed whatever happens."""

import os
import sys

import pytest

from fleet import Fleet
from network import Network

# The form for CI: short runs of few clients, and only tests without long waits.
SHORT = os.environ.get("FLEET_SHORT") == "1"


def length(whole, short):
    return short if SHORT else whole


def pytest_configure(config):
    config.addinivalue_line("markers", "alone: measures, so that nothing else may run beside it")
    config.addinivalue_line("markers", "whole: takes too long for the short form")


def pytest_collection_modifyitems(config, items):
    if SHORT:
        left_out = [item for item in items if item.get_closest_marker("whole")]
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_terminal_summary(terminalreporter):
    """What tests measured."""
    for outcome in ("passed", "failed"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, figures in getattr(report, "user_properties", []):
                terminalreporter.write_line(f"{name}: {figures}")


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
