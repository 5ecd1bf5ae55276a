"""Refreshing: by the player, and behind, with failures and late answers."""

import urllib.request

import pytest

from page import HOLDS_DATABASE
from server import answer

# Milliseconds by which answers are late.
LATE = 2000


def requests(world, *kinds):
    counts = world.requests()
    return [counts[kind] for kind in kinds]


def test_G15_all_requests_fail_but_the_list_stays(quiet, world):
    quiet.open().loaded()
    quiet.leave()
    before = world.odds()
    kinds = ("matches", "odds", "seed")
    world.control(fail={**{kind: 1000 for kind in kinds}, "status": 500})
    asked = requests(world, "matches")[0]
    quiet.open(retryBase=20)
    quiet.wait("the bar", lambda: quiet.find("stale-bar"))
    told = quiet.inspect()
    assert (told["loadState"], told["connection"], told["known"]) == ("loaded", "live", 100)
    assert requests(world, "matches")[0] - asked == 6
    assert len(quiet.ids()) == 40
    assert quiet.find("error") is None and quiet.find("skeleton") is None
    assert "refused by order of control" in quiet.text("stale-bar")
    assert quiet.odds() == {id: before[id] for id in quiet.ids()}
    # A bar that comes moves nothing that is being read.
    shifts = [shift["sources"] for shift in quiet.notes()["shifts"] if not shift["recentInput"]]
    assert shifts == [], shifts

    match = quiet.ids()[2]
    a, b = world.push(match, 7.77, 8.88)
    quiet.wait("the pushed odds", lambda: quiet.odds()[match] == [a, b])

    # Retry that fails again changes nothing.
    quiet.press("retry")
    quiet.wait("six more attempts", lambda: requests(world, "matches")[0] - asked == 12)
    quiet.wait("the bar", lambda: quiet.find("stale-bar"))
    assert len(quiet.ids()) == 40

    world.control(fail={kind: 0 for kind in kinds})
    quiet.press("retry")
    quiet.wait("the bar is gone", lambda: not quiet.find("stale-bar"))
    quiet.loaded()
    assert len(quiet.ids()) == 40
    assert quiet.odds()[match] == [a, b]


def test_G16_a_second_finger_ends_a_pull(quiet, world):
    quiet.open().loaded()
    quiet.pull(second=True)
    quiet.frame()
    assert quiet.run("return document.getElementById('pull').checkVisibility()") is False
    quiet.pause(300)
    assert requests(world, "reset") == [0]


@pytest.mark.parametrize("by", ["touch", pytest.param("button", marks=pytest.mark.whole)])
def test_G16_refresh_resets_the_world_and_begins_at_the_top(quiet, world, by):
    quiet.open().loaded()
    # Hidden once, so that there is something in both storages.
    quiet.hide()
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    quiet.show()
    quiet.loaded()
    assert quiet.record() and kept(quiet)
    asked = requests(world, "reset", "matches", "odds")
    # In the second page of the list.
    quiet.scroll_to(quiet.ids()[38])
    quiet.wait("80 rows", lambda: len(quiet.ids()) == 80)
    old = set(quiet.ids())
    world.control(delayMs=LATE)

    if by == "touch":
        quiet.scroll_to(quiet.ids()[0])
        quiet.scroll_by(-10_000)
        refresh = quiet.pull
    else:
        quiet.scroll_to(quiet.ids()[45])
        refresh = lambda: quiet.press("refresh")
    refresh()
    quiet.wait("the loads are out", lambda: (
        requests(world, "reset", "matches") == [1, asked[1] + 1]))
    # The old list stays, dimmed from the next frame on, until the new one is there.
    assert set(quiet.ids()) == old
    quiet.wait("the list is dimmed", lambda: (
        quiet.run("return tools.opacity(tools.row(arguments[0]))", quiet.ids()[0]) < 1))
    assert_empty(quiet)
    # A second one while it runs.
    refresh()
    assert_empty(quiet)
    quiet.wait("the new list", lambda: quiet.ids() and not set(quiet.ids()) & old)
    told = quiet.loaded()
    assert (told["pages"], told["shown"], told["known"]) == (1, 40, 100)
    expected = [match["matchID"] for match in world.matches()]
    assert quiet.ids() == expected[:40]
    assert not set(expected) & old
    quiet.frame()
    assert quiet.run("return tools.top()")[0] == expected[0]
    assert quiet.run("return tools.scroller().scrollTop") == 0
    assert quiet.run("return tools.opacity(tools.row(arguments[0]))", expected[0]) == 1
    assert_empty(quiet)
    assert requests(world, "reset", "matches", "odds") == [1, asked[1] + 1, asked[2] + 1]
    # All new matches are first values.
    assert all(blinks == "0" for blinks in quiet.run(
        "return [...document.querySelectorAll('[data-blinks]')].map((c) => c.dataset.blinks)"))


def kept(page):
    """What local storage has of matches."""
    return [text for text in page.local_storage().values() if "matchID" in text]


def assert_empty(page):
    """Both storages, which are written at the next save only."""
    assert page.record() is None
    assert kept(page) == []


@pytest.mark.whole
def test_G16_a_refresh_that_fails_keeps_the_old_list(quiet, world):
    quiet.open(retryBase=20).loaded()
    old = quiet.ids()
    world.control(fail={"matches": 6, "status": 500})
    quiet.press("refresh")
    quiet.wait("the bar", lambda: quiet.find("stale-bar"))
    assert quiet.ids() == old
    assert_empty(quiet)
    quiet.press("retry")
    quiet.wait("the new list", lambda: quiet.ids() and not set(quiet.ids()) & set(old))
    assert not quiet.find("stale-bar")


def test_G17_a_reset_while_the_first_load_is_under_way(quiet, world):
    world.control(delayMs=LATE)
    quiet.open()
    quiet.wait("both requests are out", lambda: requests(world, "matches", "odds") == [1, 1])
    late = {match["matchID"] for match in world.matches()}
    # Later still, so that the late answers come while those of the reset are awaited.
    world.control(delayMs=LATE + 1000)
    quiet.press("refresh")
    late_answer_shows_nowhere(quiet, world, late)


@pytest.mark.whole
def test_G17_a_reset_while_a_load_behind_is_under_way(quiet, world):
    quiet.open().loaded()
    shown = set(quiet.ids())
    world.control(delayMs=LATE)
    # The first match begins, upon which the page fetches what takes its place.
    world.begin(1)
    quiet.wait("both requests are out", lambda: requests(world, "matches", "odds") == [2, 2])
    late = {match["matchID"] for match in world.matches()}
    # Later still, so that the late answers come while those of the reset are awaited.
    world.control(delayMs=LATE + 1000)
    quiet.press("refresh")
    late_answer_shows_nowhere(quiet, world, late - shown)


def late_answer_shows_nowhere(page, world, late):
    """`late`: the matches that only the late answer could have brought."""
    assert late
    page.wait("the reset", lambda: requests(world, "reset") == [1])
    page.wait("the new list", lambda: page.ids() == [
        match["matchID"] for match in world.matches()][:40])
    page.loaded()
    new = set(page.ids())
    page.run("notes.later = notes.seen; notes.seen = {}")
    page.pause(500)
    assert set(page.ids()) == new
    notes = page.notes()
    seen = {int(id) for id in [*notes["seen"], *notes["later"]]}
    assert not seen & late
    assert notes["seen"] == {}, "rows came after the new list was there"


def test_G16_a_refresh_before_the_cache_is_read_counts(quiet, world):
    quiet.before_scripts(HOLDS_DATABASE)
    quiet.open()
    quiet.wait("the page's script", lambda: quiet.run("return 'game' in window"))
    quiet.press("refresh")
    assert requests(world, "reset", "matches") == [0, 0]
    old = {match["matchID"] for match in world.matches()}
    quiet.run("held = false")
    quiet.loaded()
    assert requests(world, "reset") == [1]
    assert not set(quiet.ids()) & old


def test_G10_a_storm_of_changed_lists_is_no_storm_of_requests(quiet, world):
    quiet.open().loaded()
    # Each tells the page that there are others.
    for _ in range(60):
        answer(urllib.request.Request(
            f"{quiet.server.page}worlds/{world.id}/reset", method="POST",
            headers={"X-Game": "1"}))
    quiet.wait("the last list", lambda: quiet.ids() == [
        match["matchID"] for match in world.matches()][:40])
    quiet.loaded()
    times = [request["time"] for request in world.state()["requestTimes"]
             if request["kind"] == "matches"]
    pauses = [after - before for before, after in zip(times, times[1:])]
    # By the server's clock, which a request takes a while to reach.
    assert pauses and all(pause >= 1_800 for pause in pauses), pauses


def test_G22_slow_odds_do_not_overwrite_pushed_ones_at_the_start(quiet, world):
    """From the cache: the stream is there before the answers of the load behind it."""
    quiet.open().loaded()
    quiet.leave()
    world.control(delayMs={"odds": LATE})
    quiet.open()
    quiet.wait("the load behind", lambda: requests(world, "odds") == [2])
    quiet.until(connection="live")
    pushed_odds_stay(quiet, world)


@pytest.mark.whole
def test_G22_slow_odds_do_not_overwrite_pushed_ones_after_a_pause(quiet, world):
    quiet.open().loaded()
    quiet.hide()
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    world.control(delayMs={"odds": LATE})
    quiet.show()
    quiet.wait("the odds are asked for", lambda: requests(world, "odds") == [2])
    quiet.until(connection="live")
    pushed_odds_stay(quiet, world)


def pushed_odds_stay(page, world):
    match = page.ids()[1]
    before = page.odds()[match]
    page.run("window.watched = tools.watch(arguments[0], 'a')", match)
    a, b = world.push(match, 11.11, 12.12)
    page.wait("the pushed odds", lambda: page.odds()[match] == [a, b], seconds=LATE / 1000)
    page.pause(LATE + 500)
    page.loaded()
    assert page.odds()[match] == [a, b]
    frames = page.run("return watched.frames")
    assert [odds for odds in [before[0], a] if odds not in [f["odds"] for f in frames]] == []
    # At no frame did the older ones come back.
    changes = [f["odds"] for f in frames]
    assert changes == sorted(changes, key=[before[0], a].index)
    assert page.blinks(match) == [1, 1]
