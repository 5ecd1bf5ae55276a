"""Hidden and visible, left and come back to."""

import pytest

from conftest import length
from server import other


def event(page, name, state=None):
    """The time of the last such event of the page."""
    return [time for time, kind, value in page.notes()["events"]
            if kind == name and state in (None, value)][-1]


def test_G18_hidden_it_saves_once_and_then_does_nothing(page, world, browser):
    page.open().loaded()
    page.pause(1500)
    before = page.inspect()
    asked = world.requests()
    page.hide()
    page.look_beside()
    page.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    page.wait("the record", page.record)
    page.pause(1000)
    record = page.record()
    local = page.local_storage()
    # The other tab has no script: what runs now is the page's.
    browser.start_trace()
    page.driver.switch_to.window(browser.home)
    page.never("a request", lambda: world.requests() != asked, length(15, 4))
    trace = browser.end_trace()
    page.driver.switch_to.window(page.beside)
    assert page.record() == record
    assert page.local_storage() == local
    state = world.state()
    assert state["requests"] == asked
    assert state["openSockets"] == 0
    ran = [event for event in trace if event["name"] in ("TimerFire", "FunctionCall", "FireAnimationFrame")]
    assert ran == []

    page.show()
    page.loaded()
    hidden = event(page, "visibilitychange", "hidden")
    after = page.inspect()
    assert after["cache"]["saves"] == before["cache"]["saves"] + 1
    assert after["cache"]["savedAt"] == record["savedAt"]
    # A record's time is in whole milliseconds.
    assert 0 <= record["savedAt"] - int(hidden) <= 1000
    (close,) = state["closes"]
    assert close["code"] == 1000
    assert close["time"] - hidden <= 1000
    # Both storages have all that the page had.
    assert len(record["matches"]) == 100
    kept = page.run("return JSON.parse(arguments[0])", local["game.cache"])
    assert kept["world"] == world.id and kept["schema"] == 1
    assert len(kept["matches"]) == 100
    assert 0 <= hidden - kept["savedAt"] <= 2000 or kept["savedAt"] >= hidden


# Notes timers of the page that fire while it is hidden.
HIDDEN_TIMERS = """
    window.hiddenTimers = [];
    const { setTimeout } = window;
    window.setTimeout = (work, ...others) => setTimeout(() => {
      if (document.visibilityState === 'hidden') hiddenTimers.push(String(work));
      work();
    }, ...others);"""


@pytest.mark.whole
def test_G18_hidden_while_a_cell_is_lit_no_timer_fires(quiet, world):
    quiet.before_scripts("{" + HIDDEN_TIMERS + "}")
    # A sign stays for two seconds then: longer than it takes to hide the page.
    quiet.emulate(prefers_reduced_motion="reduce")
    quiet.open().loaded()
    match = quiet.ids()[0]
    world.push(match, 6.66, 7.77)
    quiet.wait("the signs", lambda: quiet.blinks(match) == [1, 1])
    quiet.hide()
    # The region that is read out has its next word after five.
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    quiet.never("a socket", lambda: world.state()["openSockets"] > 0, 6)
    quiet.show()
    quiet.loaded()
    assert quiet.run("return hiddenTimers") == []
    quiet.wait("the signs are gone", lambda: quiet.run(
        "return document.querySelectorAll('.up, .down').length") == 0)


@pytest.mark.whole
def test_G18_a_load_under_way_is_cancelled_and_begun_again(quiet, world):
    world.control(delayMs=3000)
    quiet.open()
    quiet.wait("both requests are out", lambda: (
        world.requests()["matches"], world.requests()["odds"]) == (1, 1))
    quiet.hide()
    quiet.never("a second load", lambda: (
        world.requests()["matches"], world.requests()["odds"]) != (1, 1), 4)
    world.control(delayMs=0)
    assert quiet.ids() == [], "the answer of the load that was cancelled"
    quiet.show()
    quiet.loaded()
    assert len(quiet.ids()) == 40
    requests = world.requests()
    assert (requests["matches"], requests["odds"]) == (2, 2)


def test_G19_shown_again_it_has_what_it_missed(quiet, world):
    quiet.open().loaded()
    quiet.pause(1200)
    quiet.hide()
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    saves = 1
    matches = world.matches()
    for match in matches[:60:3]:
        world.push(match["matchID"], other(match["teamAOdds"]), match["teamBOdds"])
    expected = world.odds()
    quiet.show()
    right = quiet.shows(expected)
    shown = event(quiet, "visibilitychange", "visible")
    assert right - shown <= 2000
    quiet.loaded()
    assert world.state()["openSockets"] == 1
    assert world.sockets_at_most() == 1
    # Nothing but the odds was asked for again: no match began meanwhile.
    requests = world.requests()
    assert (requests["matches"], requests["odds"], requests["live"]) == (1, 2, 2)
    if length(True, False):
        saved = quiet.wait("the next save", lambda: (
            (cache := quiet.inspect()["cache"])["saves"] == saves + 1 and cache["savedAt"]))
        assert 10_000 - 100 <= saved - shown <= 12_000
        record = quiet.record()
        assert {match["matchID"]: [f"{match[side]:.2f}" for side in ("teamAOdds", "teamBOdds")]
                for match in record["matches"]} == expected


@pytest.mark.whole
def test_G19_matches_that_began_meanwhile_are_dropped(quiet, world):
    quiet.open().loaded()
    quiet.hide()
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    begun = world.begin(2)
    quiet.show()
    expected = [match["matchID"] for match in world.matches()]
    quiet.wait("the new list", lambda: quiet.inspect()["ids"] == expected)
    assert not set(begun) & set(quiet.ids())
    assert quiet.ids() == expected[:40]
    quiet.shows(world.odds())


# Stands in for the browser's own state, and dispatches the event of a change.
SWITCH = """
    let state = 'visible';
    Object.defineProperty(Document.prototype, 'visibilityState', { get: () => state });
    Object.defineProperty(Document.prototype, 'hidden', { get: () => state === 'hidden' });
    window.turn = (to) => {
      state = to;
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
    };"""


def test_G20_hidden_and_shown_ten_times_fast(quiet, world):
    quiet.before_scripts(SWITCH)
    quiet.open().loaded()
    quiet.run_async("""
        for (let count = 0; count < 10; count++) {
          turn('hidden');
          await new Promise((resolve) => setTimeout(resolve, count % 2 ? 30 : 0));
          turn('visible');
          await new Promise((resolve) => setTimeout(resolve, count % 3 ? 20 : 0));
        }""")
    quiet.loaded()
    quiet.wait("one socket", lambda: world.state()["openSockets"] == 1)
    quiet.never("another number of sockets", lambda: world.state()["openSockets"] != 1, 1.5)
    assert world.sockets_at_most() == 1
    told = quiet.loaded()
    assert told["known"] == 100
    if length(True, False):
        # One timer: in the next ten seconds one save.
        saves = quiet.saves()
        match = quiet.ids()[0]
        for count in range(8):
            world.push(match, 5 + count / 10, 6.5)
            quiet.pause(1300)
        quiet.wait("a save", lambda: quiet.saves() > saves)
        quiet.pause(500)
        assert quiet.saves() == saves + 1


def test_G20_focus_and_blur_do_nothing_at_all(quiet, world, browser):
    quiet.open().loaded()
    # What is due by itself: a ping each five seconds, and no save as nothing changes.
    quiet.wait("nothing is due", lambda: not quiet.inspect()["cache"]["isTextDue"])
    before, asked = quiet.inspect(), world.state()
    quiet.run_async("""
        window.mutations = [];
        // The region that is read out has its next word five seconds after the one before.
        const said = document.querySelector('[role="status"]');
        const observer = new MutationObserver((records) => mutations.push(...records
          .filter(({ target }) => !said.contains(target))
          .map(({ type, target }) => `${type} of ${target.nodeName}`)));
        observer.observe(document, {
          subtree: true, childList: true, characterData: true, attributes: true });
        for (let count = 0; count < 10; count++) {
          for (const name of ['blur', 'focus']) {
            window.dispatchEvent(new Event(name));
            document.dispatchEvent(new Event(name));
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        }
        // Nor what a browser says that was never hidden or offline.
        window.dispatchEvent(new Event('online'));
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
        document.dispatchEvent(new Event('visibilitychange'));""")
    quiet.pause(1500)
    assert quiet.run("return mutations") == []
    after, now = quiet.inspect(), world.state()
    assert after == before
    for key in ("requests", "requestTimes", "closes", "openSockets"):
        assert now[key] == asked[key]


def test_G23_back_by_history(quiet, world):
    quiet.open().loaded()
    quiet.scroll_to(quiet.ids()[36])
    quiet.wait("80 rows", lambda: len(quiet.ids()) == 80)
    quiet.scroll_to(quiet.ids()[44])
    match, place = quiet.run("return tools.top()")
    quiet.driver.get("about:blank")
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    (close,) = world.state()["closes"]
    assert close["code"] == 1000
    missed = world.matches()[44]["matchID"]
    shown = world.push(missed, 9.87, 6.54)
    quiet.driver.back()
    quiet.wait("the page is back", lambda: quiet.run("return 'notes' in window"))
    returned = [value for _, name, value in quiet.notes()["events"] if name == "pageshow"][-1]
    assert returned["persisted"], "the page came from the back-forward cache"
    assert returned["rows"] == 80
    assert quiet.run("return tools.top()") == [match, place]
    quiet.loaded()
    quiet.wait("what was missed", lambda: quiet.odds()[missed] == list(shown))
    assert quiet.text("connection") == "Live"
    assert world.state()["openSockets"] == 1
    assert world.sockets_at_most() == 1
    assert quiet.inspect()["counters"]["rowsMade"] == 80
    assert quiet.run("return tools.top()") == [match, place]


def test_G23_a_page_that_is_about_to_leave_closes_its_socket_first(quiet, world):
    """What comes after `beforeunload` may come too late, so its events are made here."""
    quiet.open().loaded()
    quiet.run("dispatchEvent(new Event('beforeunload'))")
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    (close,) = world.state()["closes"]
    assert close["code"] == 1000
    quiet.run("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    quiet.loaded()
    assert world.state()["openSockets"] == 1
    assert world.sockets_at_most() == 1


@pytest.mark.whole
def test_G23_a_navigation_that_is_given_up_leaves_the_page_live(quiet, world):
    quiet.open().loaded()
    world.control(delayMs=3000)
    quiet.run_async("""
        location.href = args[0];
        await new Promise((resolve) => setTimeout(resolve, 1000));
        window.stop();""", f"/odds?world={world.id}")
    assert world.requests()["odds"] == 2
    world.control(delayMs=0)
    shown = world.push(quiet.ids()[0], 9.87, 6.54)
    quiet.wait("the pushed odds", lambda: quiet.odds()[quiet.ids()[0]] == list(shown))
    quiet.loaded()
    assert world.state()["openSockets"] == 1
    assert world.sockets_at_most() == 1


@pytest.mark.whole
def test_G23_frozen_and_resumed(quiet, world):
    """As a browser does with a page in the background for long."""
    quiet.open().loaded()
    quiet.hide()
    quiet.wait("the socket is closed", lambda: world.state()["openSockets"] == 0)
    quiet.cdp("Page.setWebLifecycleState", state="frozen")
    (close,) = world.state()["closes"]
    assert close["code"] == 1000
    shown = world.push(world.matches()[0]["matchID"], 9.87, 6.54)
    quiet.cdp("Page.setWebLifecycleState", state="active")
    quiet.show()
    quiet.loaded()
    quiet.wait("what was missed", lambda: quiet.odds()[quiet.ids()[0]] == list(shown))
    # Hidden and frozen together are one.
    assert quiet.saves() == 1
    assert world.sockets_at_most() == 1
