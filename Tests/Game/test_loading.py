"""Loading: from nothing, with failures, and with answers that are late."""

import posixpath
import re
import urllib.parse

import pytest

from conftest import length
from server import answer

# Milliseconds, of the first pause; the contract's is 200.
BASE = length(200, 60)
PAUSES = [BASE * 2 ** count / 1000 for count in range(5)]


def test_G1_first_visit_shows_a_skeleton_then_forty_rows(page, world):
    world.control(delayMs=800)
    page.open()
    page.wait("40 rows", lambda: len(page.ids()) == 40)
    told = page.loaded()
    assert (told["pages"], told["shown"], told["known"]) == (1, 40, 100)
    assert (told["counters"]["loads"], told["counters"]["attempts"]) == (1, 1)
    assert page.text("connection") == "Live"
    requests = world.requests()
    assert (requests["matches"], requests["odds"], requests["live"]) == (1, 1, 1)

    notes = page.notes()
    (shown, _), (gone, nothing) = notes["texts"]["skeleton"]
    rows = notes["rows"][0][0]
    assert notes["rows"] == [[rows, 40]], "rows came at once"
    assert nothing is None
    assert notes["both"] == 0, "no frame shows rows beside their skeleton"
    # It comes after 200 ms, so that a fast answer shows none.
    assert shown - notes["scripts"] >= 200

    # Rows take the places of those of the skeleton.
    bones = [bone for place in (notes["places"]["skeleton"],)
             for bone in (place["children"] or [place])]
    row = notes["places"]["row"]
    same = [bone for bone in bones if all(
        abs(bone[side] - row[side]) <= 1 for side in ("left", "top", "width", "height"))]
    assert same, f"no bone of the skeleton where the first row came, at {row}: {bones[:3]}"
    assert notes["shifts"] == []


def test_G1_a_fast_answer_shows_no_skeleton(quiet):
    quiet.open().loaded()
    notes = quiet.notes()
    if notes["rows"][0][0] - notes["begun"] < 200:
        assert notes["texts"]["skeleton"] == []
    assert notes["shifts"] == []


def test_G1_all_that_the_page_imports_is_asked_for_at_once(server):
    """A module that is left out is found only once those that import it are there."""
    def file(path):
        return answer(urllib.parse.urljoin(server.page, path)).decode()

    modules = ["/main.js"]
    for module in modules:
        imported = re.findall(r'^(?:import|export)\b[^;]*?"(\.[^"]+)";', file(module), re.M)
        paths = [posixpath.join(posixpath.dirname(module), path) for path in imported]
        modules += [path for path in map(posixpath.normpath, paths) if path not in modules]
    assert len(modules) > 20
    links = re.findall(r'<link rel="modulepreload" href="([^"]+)">', file("/"))
    assert links == sorted(modules[1:])


def attempts(world):
    """The times of requests by kind, in seconds."""
    times = {"matches": [], "odds": []}
    for request in world.state()["requestTimes"]:
        if request["kind"] in times:
            times[request["kind"]].append(request["time"] / 1000)
    return times


def test_G13_matches_fail_five_times_and_then_come(quiet, world):
    world.control(fail={"matches": 5, "status": 500})
    quiet.open(**({} if BASE == 200 else {"retryBase": BASE}))
    told = quiet.loaded()
    assert len(quiet.ids()) == 40
    assert (told["counters"]["loads"], told["counters"]["attempts"]) == (1, 6)
    times = attempts(world)
    # Each attempt asks for both.
    assert [len(times["matches"]), len(times["odds"])] == [6, 6]
    for matches, odds in zip(times["matches"], times["odds"]):
        assert abs(matches - odds) < 1
    # Jitter moves a pause by half of it at most; a busy machine only adds to it.
    for pause, (before, after) in zip(PAUSES, zip(times["matches"], times["matches"][1:])):
        assert after - before >= pause * 0.5 - 0.005
    assert times["matches"][-1] - times["matches"][0] <= sum(PAUSES) * 1.5 + 5


@pytest.mark.whole
def test_G13_no_answer_counts_as_a_failure(quiet, world):
    # Of every number, as the browser itself asks again on some connections.
    world.control(fail={"matches": 1000, "status": 0})
    quiet.open(retryBase=20)
    quiet.wait("a third attempt", lambda: quiet.counters()["attempts"] >= 3)
    world.control(fail={"matches": 0})
    told = quiet.loaded()
    assert told["counters"]["loads"] == 1
    assert len(quiet.ids()) == 40


@pytest.mark.whole
def test_G13_an_answer_of_another_shape_counts_as_a_failure(quiet, world):
    """Only status codes can be set, so the shape is that of an error with status 200."""
    world.control(fail={"odds": 2, "status": 200})
    quiet.open(retryBase=20)
    told = quiet.loaded()
    assert told["counters"]["attempts"] == 3
    assert world.requests()["matches"] == 3


def test_G14_odds_fail_six_times_which_is_an_error_with_retry(quiet, world):
    world.control(fail={"odds": 6, "status": 503})
    quiet.open(retryBase=20)
    told = quiet.until(loadState="failed")
    assert told["counters"]["attempts"] == 6
    error = quiet.wait("the error", lambda: quiet.find("error"))
    assert quiet.run(
        "return arguments[0].closest('[role=alert]') !== null ||"
        "       arguments[0].querySelector('[role=alert]') !== null", error)
    assert re.search(r"[a-z]{3,} [a-z]{2,}", quiet.text("error"), re.I), "the error is in words"
    assert quiet.ids() == []
    assert quiet.find("skeleton") is None
    # No further attempt by itself.
    quiet.pause(1500)
    requests = world.requests()
    assert (requests["matches"], requests["odds"]) == (6, 6)

    quiet.press("retry")
    quiet.loaded()
    assert quiet.find("error") is None
    assert len(quiet.ids()) == 40
    requests = world.requests()
    assert (requests["matches"], requests["odds"]) == (7, 7)


def test_G14_an_error_says_why_the_server_refused_and_nothing_is_live(quiet, world):
    world.control(fail={"matches": 6, "status": 503})
    quiet.open(retryBase=20)
    quiet.until(loadState="failed", connection="live")
    quiet.wait("the error", lambda: quiet.find("error"))
    assert (
        "The server answered 503 when asked for matches: refused by order of control"
        in quiet.text("error"))
    assert quiet.text("connection") == "Not loaded"
    # The same colour as without a network.
    colour = "return getComputedStyle(arguments[0], '::before').backgroundColor"
    shown = quiet.run(colour, quiet.find("connection"))
    quiet.press("retry")
    quiet.loaded()
    assert quiet.text("connection") == "Live"
    assert quiet.run(colour, quiet.find("connection")) != shown


def test_G14_a_worker_that_does_not_start_is_an_error_with_retry(quiet):
    quiet.allow(r"/none\.js")
    quiet.before_scripts("""
        window.Worker = class extends window.Worker {
          constructor(address, options) {
            super(sessionStorage.getItem('tried') ? address : '/none.js', options);
            sessionStorage.setItem('tried', 'yes');
          }
        };""")
    quiet.open()
    quiet.wait("the error", lambda: quiet.find("error"))
    quiet.press("retry")
    quiet.loaded()
    assert quiet.find("error") is None
    assert len(quiet.ids()) == 40
