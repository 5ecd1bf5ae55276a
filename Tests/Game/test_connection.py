"""A connection that ends by itself, and one that the device has not."""

import pytest

from page import REFUSED
from server import other


def attempts(world, after):
    return [request["time"] for request in world.state()["requestTimes"]
            if request["kind"] == "live" and request["time"] > after]


def test_G21_dropped_and_refused_it_tries_again_with_growing_pauses(quiet, world):
    quiet.allow(REFUSED)
    quiet.open().loaded()
    begun = quiet.now()
    world.cut_off()
    quiet.wait("the word", lambda: quiet.text("connection") == "Connecting")
    assert quiet.find("error") is None and len(quiet.ids()) == 40
    for match in world.matches()[:50:5]:
        world.push(match["matchID"], other(match["teamAOdds"]), other(match["teamBOdds"]))
    assert quiet.inspect()["connection"] == "connecting"
    quiet.wait("three attempts", lambda: len(attempts(world, begun)) >= 3)
    assert quiet.text("connection") == "Connecting"
    refused = attempts(world, begun)
    world.cut_off(False)
    quiet.loaded()
    assert quiet.text("connection") == "Live"
    quiet.shows(world.odds())

    times = attempts(world, begun)
    pauses = [after - before for before, after in zip([begun, *times], times)]
    # The first pauses are of 0.5, 1, 2 and 4 s, with jitter.
    assert 200 <= pauses[0] <= 1_500, pauses
    assert all(after > before for before, after in zip(pauses, pauses[1:])), pauses
    assert world.sockets_at_most(refused) == 1
    assert world.state()["openSockets"] == 1
    # The words beside the dot, as they changed.
    words = [text for _, text in quiet.notes()["texts"]["connection"]]
    assert words[-3:] == ["Live", "Connecting", "Live"], words
    said = [time for time, text in quiet.notes()["texts"]["status"] if text]
    assert all(after - before >= 4_900 for before, after in zip(said, said[1:])), (
        "a region that is read out changes at most once in 5 s")


@pytest.mark.whole
def test_G21_a_dropped_socket_alone_costs_nothing_but_a_moment(quiet, world):
    quiet.open().loaded()
    begun = quiet.now()
    world.control(dropSockets=True)
    quiet.wait("the end", lambda: world.state()["openSockets"] == 0 or len(
        world.state()["closes"]) == 1)
    match = world.matches()[4]
    world.push(match["matchID"], other(match["teamAOdds"]), match["teamBOdds"])
    quiet.wait("another socket", lambda: attempts(world, begun))
    quiet.loaded()
    quiet.shows(world.odds())
    # Asked once more, for what was missed.
    assert world.requests()["odds"] == 2
    assert world.sockets_at_most() == 1


@pytest.mark.whole
def test_G21_online_tries_at_once(quiet, world):
    quiet.allow(REFUSED)
    quiet.open().loaded()
    begun = quiet.now()
    quiet.offline()
    quiet.wait("the word", lambda: quiet.text("connection") == "Offline")
    assert quiet.inspect()["connection"] == "offline"
    # By then a pause of some seconds is under way, if it tries at all.
    quiet.never("a fifth attempt", lambda: len(attempts(world, begun)) > 4, 5)
    quiet.offline(False)
    online = quiet.now()
    quiet.loaded()
    first = attempts(world, online - 100)[0]
    assert first - online <= 1000
    assert quiet.text("connection") == "Live"


@pytest.mark.whole
def test_G21_hidden_it_is_paused(quiet, world):
    quiet.open().loaded()
    quiet.hide()
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    quiet.show()
    quiet.loaded()
    words = [text for _, text in quiet.notes()["texts"]["connection"]]
    assert words[-1] == "Live"
    assert "Offline" not in words
