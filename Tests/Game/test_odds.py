"""Live odds: what a message touches, how it blinks, and how messages come."""

import json
import re

import pytest

from conftest import length
from server import other, two_places


def odds_of(world, match):
    found = next(item for item in world.state()["matches"] if item["matchID"] == match)
    return found["teamAOdds"], found["teamBOdds"]


def median(values):
    return sorted(values)[len(values) // 2]


def test_G4_a_pushed_odd_shows_within_250_ms(quiet, world):
    quiet.open().loaded()
    match = quiet.ids()[3]
    quiet.run("""
        window.changes = [];
        const [match] = arguments;
        const last = {};
        new MutationObserver(() => {
          for (const side of ['a', 'b']) {
            const cell = tools.cell(match, side);
            const state = [tools.odds(cell), Number(cell.dataset.blinks)];
            if (String(state) === String(last[side])) continue;
            last[side] = state;
            changes.push([tools.now(), side, ...state]);
          }
        }).observe(tools.row(match), {
          subtree: true, childList: true, characterData: true, attributes: true });""", match)
    for count in range(1, 6):
        a, b = odds_of(world, match)
        a = other(a)
        shown = world.push(match, a, b)
        quiet.wait("the pushed odd", lambda: quiet.shown(match, "a") == shown[0])
        assert quiet.shown(match, "b") == shown[1]
        assert quiet.blinks(match) == [count, 0]
    changes = quiet.run("return changes")
    sent = [message["sent"] for message in world.state()["messages"]]
    # The first change of a cell's state, for each message.
    painted = [min(time for time, side, text, blinks in changes if side == "a" and blinks == count)
               for count in range(1, 6)]
    delays = [time - begun for begun, time in zip(sent, painted)]
    # The median, as a machine may stand still for longer at any time.
    assert 0 <= median(delays) <= 250, delays


def test_G5_twenty_changes_touch_their_cells_and_nothing_else(quiet, world):
    quiet.open().loaded()
    ids = quiet.ids()
    made = quiet.counters()["rowsMade"]
    touched = quiet.counters()["cellsTouched"]
    quiet.run("""
        window.rows = [...document.querySelectorAll('[data-testid="row"]')];
        window.touched = {};
        window.others = [];
        const list = document.querySelector('[data-testid="list"]');
        new MutationObserver((records) => {
          for (const { type, target, attributeName, addedNodes } of records) {
            const element = target.nodeType === Node.ELEMENT_NODE ? target : target.parentElement;
            const cell = element?.closest('[data-testid="odds-a"], [data-testid="odds-b"]');
            if (!cell) {
              others.push(`${type} ${attributeName} of ${element?.outerHTML.slice(0, 100)}`);
              continue;
            }
            const key = `${cell.closest('[data-match-id]').dataset.matchId} ${cell.dataset.testid}`;
            (touched[key] ??= []).push(`${type} ${attributeName ?? ''}`.trim());
          }
        }).observe(list, {
          subtree: true, childList: true, characterData: true, attributes: true });""")
    changed = set()
    last = None
    for count in range(20):
        # In view, below it, and on no page yet; one of both odds, or both.
        match = (ids + [item["matchID"] for item in world.matches()[60:]])[count * 3]
        a, b = odds_of(world, match)
        sides = ("a", "b", "ab")[count % 3]
        a, b = other(a) if "a" in sides else a, other(b) if "b" in sides else b
        shown = world.push(match, a, b)
        if match in ids:
            last = match, list(shown)
            changed |= {f"{match} odds-{side}" for side in sides}
    quiet.wait("the last change", lambda: quiet.odds()[last[0]] == last[1])
    quiet.wait("all messages", lambda: quiet.counters()["received"] == 20)
    # Until no cell blinks.
    quiet.pause(1200)
    assert quiet.run("return others") == []
    assert set(quiet.run("return touched")) == changed
    # Of each, the text once; the rest is its blink.
    for key, kinds in quiet.run("return touched").items():
        texts = [kind for kind in kinds if not kind.startswith("attributes")]
        assert len(texts) == 1, (key, kinds)
        assert set(kinds) - set(texts) <= {
            "attributes class", "attributes data-blinks"}, (key, kinds)
    assert quiet.run("""
        const now = [...document.querySelectorAll('[data-testid="row"]')];
        return now.length === rows.length && now.every((row, index) => row === rows[index]);""")
    counters = quiet.counters()
    assert counters["rowsMade"] == made
    assert counters["cellsTouched"] - touched == len(changed)
    assert counters["applied"] == 20
    assert quiet.notes()["shifts"] == []


def test_G6_up_and_down_blink_and_equal_does_not(quiet, world):
    quiet.open().loaded()
    match = quiet.ids()[2]
    quiet.run("window.watched = ['a', 'b'].map((side) => tools.watch(arguments[0], side))", match)
    a, b = odds_of(world, match)

    def push(above, count):
        nonlocal a
        a = other(a, above)
        shown = world.push(match, a, b)
        quiet.wait("the blink", lambda: quiet.blinks(match)[0] == count)
        quiet.pause(1500)
        return shown[0]

    up = push(True, 1)
    down = push(False, 2)
    world.push(match, a, b)
    quiet.wait("the equal odds", lambda: quiet.counters()["received"] == 3)
    quiet.pause(500)
    assert quiet.blinks(match) == [2, 0]
    frames, beside = quiet.run("return watched.map(({ frames }) => frames)")
    looks = [{**frame, "time": 0, "animations": 0} for frame in beside]
    assert all(look == looks[0] for look in looks), "the other cell did not change"
    for odds, name, sign, wrong in (
            (up, "up", "signUp", "signDown"), (down, "down", "signDown", "signUp")):
        lit = [frame for frame in frames if frame[name]]
        assert lit, f"no frame with the class {name}"
        begun = frames.index(lit[0])
        # From the first frame on it shows the new odds, its sign and its colour.
        assert lit[0]["odds"] == odds
        assert all(frame[sign] and not frame[wrong] for frame in lit)
        assert any(frame["background"] != frames[0]["background"] for frame in lit)
        assert all(frame["contrast"] >= 4.5 for frame in lit), lit
        after = [frame for frame in frames[begun:] if not (frame["up"] or frame["down"])]
        ended = after[0]
        assert not ended["signUp"] and not ended["signDown"]
        # With the class goes the colour, at once or in what is left of a second.
        plain = next(frame for frame in after if frame["background"] == frames[0]["background"]
                     and frame["color"] == frames[0]["color"])
        assert plain["time"] - lit[0]["time"] <= 1000


def test_G6_another_change_begins_the_blink_anew(quiet, world):
    quiet.open().loaded()
    match = quiet.ids()[1]
    a, b = odds_of(world, match)
    quiet.run("window.watched = tools.watch(arguments[0], 'a')", match)
    # Some too close for a cell to flash: it stays lit.
    for count in range(1, 9):
        a = round(a + 0.05, 2)
        world.push(match, a, b)
        quiet.pause(150)
    quiet.wait("eight blinks", lambda: quiet.blinks(match)[0] == 8)
    quiet.pause(1500)
    frames = quiet.run("return watched.frames")
    # No flash faster than three a second in one place.
    lit = [frame["up"] or frame["down"] for frame in frames]
    begun = [frame["time"] for before, now, frame in zip([False] + lit, lit, frames)
             if now and not before]
    for first, fourth in zip(begun, begun[3:]):
        assert fourth - first >= 1000, begun
    # Each change lights it for the whole time, whether it was lit or not.
    changed = None
    for before, frame in zip(frames, frames[1:]):
        if frame["odds"] != before["odds"]:
            changed = frame["time"]
        if before["up"] and not frame["up"]:
            assert frame["time"] - changed >= 300, (frame, begun)
    last = next(frame["time"] for frame in frames if frame["odds"] == two_places(a, b)[0])
    dark = frames[-1]
    assert not dark["up"]
    assert 300 <= dark["time"] - last <= 1000, "lit for as long as a single one"


def test_what_is_suspended_is_struck_through_and_does_not_blink(quiet, world):
    """Suspended in a record of the cache, as worlds of the server's own suspend nothing."""
    quiet.open().loaded()
    quiet.leave()
    quiet.goto("icon.svg")
    quiet.run("""
        const record = JSON.parse(localStorage.getItem('game.cache'));
        record.savedAt += 60_000;
        record.matches[1].suspended = true;
        localStorage.setItem('game.cache', JSON.stringify(record));""")
    quiet.open().loaded()
    match = quiet.ids()[1]
    cell = quiet.cell(match, "a")
    assert "line-through" in cell.value_of_css_property("text-decoration-line")
    name = quiet.run("return tools.row(arguments[0])", match).accessible_name
    assert len(re.findall(r"\d\.\d\d suspended ?,", name)) == 2, name
    assert quiet.run("return tools.contrast(arguments[0])", cell) >= 4.5
    # The next message finds it open again.
    shown = world.push(match, 3.33, 4.44)
    quiet.wait("the pushed odds", lambda: quiet.odds()[match] == list(shown))
    assert cell.value_of_css_property("text-decoration-line") == "none"
    assert "suspended" not in quiet.run("return tools.row(arguments[0])", match).accessible_name


def test_G7_a_row_that_is_on_no_page_yet_takes_the_value(quiet, world):
    quiet.open().loaded()
    match = world.matches()[85]["matchID"]
    assert match not in quiet.ids()
    cells = quiet.counters()["cellsTouched"]
    expected = list(world.push(match, 13.13, 14.14))
    quiet.wait("the message", lambda: quiet.counters()["applied"] == 1)
    assert quiet.counters()["cellsTouched"] == cells
    quiet.show_all()
    assert quiet.odds()[match] == expected
    assert quiet.blinks(match) == [0, 0]
    assert quiet.run("""
        return document.querySelectorAll('[data-testid="list"] .up, [data-testid="list"] .down').length
        """) == 0


def test_G7_a_row_far_below_the_screen_does_not_blink_later(quiet, world):
    quiet.open().loaded()
    match = quiet.ids()[37]
    expected = list(world.push(match, 13.13, 14.14))
    quiet.wait("the value", lambda: quiet.odds()[match] == expected)
    quiet.scroll_to(match)
    quiet.pause(200)
    assert quiet.blinks(match) == [0, 0]
    assert quiet.run("""
        return document.querySelectorAll('[data-testid="list"] .up, [data-testid="list"] .down').length
        """) == 0
    # From here on it does.
    a, b = world.push(match, 15.15, 14.14)
    quiet.wait("the value", lambda: quiet.odds()[match] == [a, b])
    assert quiet.blinks(match) == [1, 0]


def test_G8_the_stream_keeps_its_pace_and_all_of_it_shows(page, world):
    page.open().loaded()
    page.pause(length(30, 8) * 1000)
    world.pause()
    page.wait("all messages", lambda: (
        page.counters()["received"] == world.state()["sent"]))
    state = world.state()
    messages = state["messages"]
    assert len(messages) == state["sent"] >= length(30, 8) * 8, "one match a message"
    for kind in ("at", "sent"):
        times = [message[kind] for message in messages]
        gaps = [after - before for before, after in zip(times, times[1:])]
        # To the last digit of the times that control gives.
        assert min(gaps) >= 10 - 0.002, (kind, min(gaps))
        assert all(after - before >= 1000 - 0.002 for before, after in zip(times, times[10:])), (
            f"more than ten in a second of {kind}")
    sequence = [message["seq"] for message in messages]
    assert sequence == sorted(set(sequence))
    last = {}
    for message in messages:
        odds = two_places(message["teamAOdds"], message["teamBOdds"])
        assert last.get(message["matchID"]) != odds, "at least one of both odds changed"
        last[message["matchID"]] = odds
        assert all(1.05 <= float(value) <= 20 for value in odds)
    assert len(last) > 10, "random matches"
    counters = page.counters()
    assert counters["received"] == (
        counters["applied"] + counters["stale"] + counters["unknown"])
    # Only what came before the list did can be of no match, or older than its odds.
    loaded = page.notes()["rows"][0][0]
    early = [message for message in messages if message["sent"] < loaded]
    assert counters["stale"] + counters["unknown"] <= len(early)
    page.show_all()
    page.shows(world.odds())


@pytest.mark.whole
def test_G8_frames_carry_one_match_each(page, world):
    """As another client of the same world reads them."""
    page.open().loaded()
    frames = page.run_async("""
        const socket = new WebSocket(`ws://${location.host}/live?world=${args[0]}`);
        const frames = [];
        socket.onmessage = ({ data }) => frames.push(data);
        await new Promise((resolve) => setTimeout(resolve, 2500));
        socket.close(1000);
        return frames;""", world.id)
    hello, *messages = map(json.loads, frames)
    assert set(hello) == {"hello"} and set(hello["hello"]) >= {"seq", "now"}
    assert len(messages) >= 10
    ids = {match["matchID"] for match in world.state()["matches"]}
    for message in messages:
        assert set(message) == {"matchID", "teamAOdds", "teamBOdds", "seq", "at"}
        assert message["matchID"] in ids
