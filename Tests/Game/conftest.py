"""The game server, a browser, and a page on a world of its own for each check."""

import os

import pytest

from browser import Browser
from page import Page
from server import Server

# The form for CI, in which checks that wait wait for less, and the longest are left out.
SHORT = os.environ.get("GAME_SHORT") == "1"


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
    """What checks measured."""
    for outcome in ("passed", "failed", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, figures in getattr(report, "user_properties", []):
                terminalreporter.write_line(f"{name}: {figures}")
    for report in terminalreporter.stats.get("skipped", []):
        terminalreporter.write_line(report.longrepr[2])


@pytest.fixture(scope="session")
def servers():
    """The server that runs; another one if it ended, which fails one check only."""
    servers = [Server()]
    yield servers
    servers[-1].stop()


@pytest.fixture
def server(servers):
    if servers[-1].end():
        servers.append(Server())
    yield servers[-1]
    assert servers[-1].end() is None


@pytest.fixture(scope="session")
def browser():
    browser = Browser()
    yield browser
    browser.stop()


@pytest.fixture
def world(server):
    return server.world()


@pytest.fixture
def open_page(browser, server, world):
    """Makes pages, of which one at a time is used, and fails if anything went wrong in
    one: an error or a warning in the console, or a request to elsewhere."""
    pages = []
    browser.console()

    def make(**options):
        options = {"world": world, **options}
        pages.append(Page(browser, server, **options))
        return pages[-1]

    yield make
    problems = [problem for page in pages for problem in page.close()]
    assert problems == []


@pytest.fixture
def page(open_page):
    """A page on a phone."""
    return open_page()


@pytest.fixture
def quiet(page, world):
    """A page on a phone, whose world sends only what the check pushes."""
    world.pause()
    return page
