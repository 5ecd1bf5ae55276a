"""A provider's feed behind the page (§10.8): a page does not call odds live that are not."""

import json
import os
import pathlib
import subprocess

import pytest

from server import Server, program

EMSIM = pathlib.Path(program()).parent / "emsim"

pytestmark = pytest.mark.skipif(not os.access(EMSIM, os.X_OK), reason="emsim is not built")


def simulate(*words):
    """Starts a feed."""
    return subprocess.Popen(
        [EMSIM, "--events", "60", "--markets", "2", "--rate", "100", "--log-level", "error",
         *words], stdout=subprocess.PIPE, text=True)


@pytest.fixture
def feed():
    process = simulate()
    yield process, json.loads(process.stdout.readline())["ws"]
    process.kill()
    process.wait()


@pytest.fixture
def server(feed):
    _, address = feed
    server = Server("--provider", "everymatrix", "--endpoint", address)
    yield server
    assert server.end() is None
    server.stop()


def test_a_feed_that_is_lost_is_said_and_the_odds_stay(page, feed):
    process, address = feed
    page.open().loaded()
    assert page.text("connection") == "Live"
    ids = page.ids()
    process.kill()
    page.wait("the word", lambda: page.text("connection") == "No feed")
    page.wait("the sentence", lambda: "feed is away" in page.text("status"))
    assert page.ids() == ids

    # A page that comes now is told, too.
    page.reload()
    page.until(connection="waiting", loadState="loaded")
    assert len(page.ids()) == len(ids)

    port = address.split(":")[2].split("/")[0]
    back = simulate("--port", port)
    try:
        page.wait("the feed is back", lambda: page.text("connection") == "Live")
    finally:
        back.kill()
        back.wait()
