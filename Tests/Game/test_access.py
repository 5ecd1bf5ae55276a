"""G24: for whoever looks, listens, enlarges, or uses no pointer."""

import pathlib

import axe_playwright_python
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from conftest import length
from server import other

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
SCHEMES = ["light", "dark"]


def assert_no_violation(page, state):
    """By axe's rules for WCAG 2.2 AA."""
    page.run(AXE)
    version, violations = page.run_async("""
        const { violations } = await axe.run(document, {
          runOnly: { type: 'tag', values: args[0] }, resultTypes: ['violations'] });
        return [axe.version, violations.map(({ id, nodes }) =>
          [id, nodes.length, nodes[0].html.slice(0, 200), nodes[0].failureSummary])];""", TAGS)
    # Rules for 2.2 are there from 4.5 on.
    assert tuple(map(int, version.split(".")[:2])) >= (4, 5)
    assert violations == [], f"{state}: {violations}"


@pytest.mark.parametrize("scheme", SCHEMES)
def test_G24_axe_finds_nothing_in_a_list(quiet, world, scheme):
    quiet.emulate(prefers_color_scheme=scheme)
    quiet.open().loaded()
    assert_no_violation(quiet, "first page")
    # Lit cells: what changes often enough stays so while axe looks.
    ids = quiet.ids()[:6]
    quiet.run("""
        window.kept = arguments[0].flatMap((id) => ['a', 'b'].map((side) => tools.cell(id, side)));
        window.watched = kept.map((cell) => tools.watch(
          Number(cell.closest('[data-match-id]').dataset.matchId), cell.dataset.testid.slice(-1)));
        """, ids)
    for step in range(6):
        for index, match in enumerate(ids):
            odds = 3 + (step + 1) * 0.1 * (1 if index % 2 else -1)
            world.push(match, round(odds, 2), round(6 - odds, 2))
    quiet.pause(1500)
    for watched in quiet.run("return watched.map(({ frames }) => frames)"):
        lit = [frame for frame in watched if frame["up"] or frame["down"]]
        assert lit
        assert all(frame["contrast"] >= 4.5 for frame in watched), watched
    if length(True, False):
        quiet.show_all()
        assert_no_violation(quiet, "all rows")


@pytest.mark.whole
@pytest.mark.parametrize("scheme", SCHEMES)
def test_G24_axe_finds_nothing_while_it_loads_or_fails(quiet, world, scheme):
    quiet.emulate(prefers_color_scheme=scheme)
    world.control(delayMs=4000)
    quiet.open(retryBase=10)
    quiet.wait("the skeleton", lambda: quiet.find("skeleton"))
    assert_no_violation(quiet, "skeleton")
    world.control(delayMs=0)
    quiet.loaded()
    world.control(delayMs=4000)
    old = quiet.ids()
    quiet.press("refresh")
    quiet.wait("the load", lambda: world.requests()["matches"] == 2)
    # Dimmed, and still to be read.
    assert_no_violation(quiet, "refreshing")
    assert quiet.ids() == old
    world.control(delayMs=0, fail={"matches": 100, "status": 500})
    quiet.wait("the new list", lambda: quiet.ids() != old)
    quiet.press("refresh")
    quiet.wait("the bar", lambda: quiet.find("stale-bar"))
    assert_no_violation(quiet, "stale")
    quiet.leave()
    # No cache, as a refresh empties it.
    quiet.goto("icon.svg")
    quiet.run("localStorage.clear()")
    quiet.run_async("""
        await new Promise((resolve, reject) => {
          const request = indexedDB.deleteDatabase('game');
          request.onsuccess = resolve;
          request.onerror = () => reject(request.error);
        });""")
    quiet.open(retryBase=10)
    quiet.wait("the error", lambda: quiet.find("error"))
    assert_no_violation(quiet, "error")


def test_G24_roles_and_regions(quiet, world):
    quiet.open().loaded()
    counts = quiet.run("""
        const count = (selector) => document.querySelectorAll(selector).length;
        return {
          main: count('main'), h1: count('h1'), status: count('[role="status"]'),
          list: document.querySelector('[data-testid="list"]').tagName,
          row: document.querySelector('[data-testid="row"]').tagName,
          live: Boolean(document.querySelector('[data-testid="list"]')
            .closest('[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], [role="log"]')),
          inside: count('[data-testid="list"] [aria-live], [data-testid="list"] [role="status"],' +
            '[data-testid="list"] [role="alert"]'),
          language: document.documentElement.lang, title: document.title.length > 0,
          listRole: document.querySelector('[data-testid="list"]').getAttribute('role'),
        };""")
    assert counts == {
        "main": 1, "h1": 1, "status": 1, "list": "UL", "row": "LI", "live": False, "inside": 0,
        # A list without bullets is one by its role alone, to some.
        "listRole": "list", "language": "en", "title": True}


def press_keys(page, *keys):
    ActionChains(page.driver).send_keys(*keys).perform()


def focused(page):
    return page.run("""
        const element = document.activeElement;
        if (element === null || element === document.body) return null;
        const style = getComputedStyle(element);
        const list = document.querySelector('[data-testid="list"]');
        const seen = (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) ||
          style.boxShadow !== 'none';
        const name = element.dataset.testid ??
          (element.contains(list) || list?.contains(element) ? 'list' : element.tagName);
        return [name, seen];""")


def tab_to(page, name, limit=12):
    """Presses Tab until something has the focus, which must be seen."""
    passed = []
    for _ in range(limit):
        press_keys(page, Keys.TAB)
        found = focused(page)
        if found and (found[0] == name or (name == "list" and found[0] == "row")):
            assert found[1], f"the focus on {name} is not visible"
            return
        passed.append(found)
    raise AssertionError(f"Tab does not reach {name}: {passed}")


def hundred_updates(page, world):
    counted = page.counters()["received"]
    matches = page.ids()[:10]
    for count in range(100):
        world.push(matches[count % 10], round(2 + count / 100, 2), round(4 - count / 100, 2))
    page.wait("all updates", lambda: page.counters()["received"] == counted + 100)
    page.frame()


def test_G24_by_keyboard_alone(quiet, world):
    quiet.open(retryBase=10).loaded()
    tab_to(quiet, "refresh")
    hundred_updates(quiet, world)
    assert focused(quiet) == ["refresh", True]
    tab_to(quiet, "list")
    before = focused(quiet)
    hundred_updates(quiet, world)
    assert focused(quiet) == before
    # The list scrolls, and its pages come.
    for _ in range(10):
        press_keys(quiet, Keys.END)
        quiet.pause(400)
        if quiet.find("end"):
            break
    assert len(quiet.ids()) == 100
    assert focused(quiet) == before, "pages that come take the focus away"

    press_keys(quiet, Keys.HOME)
    quiet.pause(400)
    for _ in range(12):
        ActionChains(quiet.driver).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(
            Keys.SHIFT).perform()
        if focused(quiet) == ["refresh", True]:
            break
    assert focused(quiet) == ["refresh", True]
    old = quiet.ids()[:40]
    world.control(fail={"matches": 6, "status": 500})
    press_keys(quiet, Keys.ENTER)
    quiet.wait("the bar", lambda: quiet.find("stale-bar"))
    assert focused(quiet) == ["refresh", True]
    assert quiet.ids()[:40] == old

    # Retry stands before or behind it.
    quiet.run("document.activeElement.blur()")
    tab_to(quiet, "retry")
    press_keys(quiet, Keys.SPACE)
    quiet.wait("the new list", lambda: quiet.ids() and quiet.ids()[:40] != old)
    quiet.wait("the bar is gone", lambda: not quiet.find("stale-bar"))
    assert focused(quiet), "the focus went with the bar"


def test_G24_the_focus_stays_with_its_row_or_goes_to_the_list(quiet, world):
    quiet.open().loaded()
    tab_to(quiet, "list")
    on_row = "return Number(document.activeElement.dataset.matchId)"
    first, *others = quiet.ids()
    assert quiet.run(on_row) == first
    gone = world.begin(1)
    expected = [match["matchID"] for match in world.matches()][:40]
    quiet.wait("the new list", lambda: quiet.ids() == expected)
    assert quiet.run("return document.activeElement.dataset.testid") == "list"
    assert focused(quiet) == ["list", True]
    # Keys go on from where the row was.
    for key, place in (
            (Keys.ARROW_DOWN, 0), (Keys.ARROW_DOWN, 1), (Keys.ARROW_DOWN, 2), (Keys.ARROW_UP, 1)):
        press_keys(quiet, key)
        quiet.frame()
        assert quiet.run(on_row) == expected[place]


def test_G24_the_focus_goes_to_the_list_when_all_rows_go(quiet, world):
    quiet.open().loaded()
    tab_to(quiet, "list")
    old = quiet.ids()
    quiet.press("refresh")
    quiet.wait("the new list", lambda: quiet.ids() and not set(quiet.ids()) & set(old))
    assert quiet.run("return document.activeElement.dataset.testid") == "list"
    press_keys(quiet, Keys.ARROW_DOWN)
    quiet.frame()
    assert quiet.run("return Number(document.activeElement.dataset.matchId)") == quiet.ids()[0]


def test_G24_without_scripts_the_page_says_so(quiet):
    quiet.cdp("Emulation.setScriptExecutionDisabled", value=True)
    quiet.open()
    body = quiet.driver.find_element("css selector", "body")
    assert "This page needs scripts" in body.text
    # Nothing that is not so, nor that cannot be pressed.
    assert "Connecting" not in body.text
    assert not quiet.driver.find_element("css selector", "#refresh").is_displayed()


def test_G24_retry_of_an_error_by_keyboard(quiet, world):
    world.control(fail={"odds": 6, "status": 500})
    quiet.open(retryBase=10)
    quiet.wait("the error", lambda: quiet.find("error"))
    tab_to(quiet, "retry")
    press_keys(quiet, Keys.ENTER)
    quiet.loaded()
    assert focused(quiet), "the focus went with the error"


def test_G24_buttons_are_large_enough(quiet, world):
    quiet.open(retryBase=10).loaded()
    world.control(fail={"matches": 6, "status": 500})
    quiet.press("refresh")
    quiet.wait("the bar", lambda: quiet.find("stale-bar"))
    for name in ("refresh", "retry"):
        tag, width, height, text = quiet.run("""
            const { width, height } = arguments[0].getBoundingClientRect();
            return [arguments[0].tagName, width, height, arguments[0].textContent.trim()];""",
            quiet.find(name))
        assert tag == "BUTTON"
        assert width >= 44 and height >= 44, (name, width, height)
        assert quiet.find(name).accessible_name


NARROW = {"width": 320, "height": 568, "deviceScaleFactor": 2, "mobile": True}


@pytest.mark.parametrize("state, text", [
    ("list", 16), ("list", 32), ("stale", 32), ("error", 32),
    *(pytest.param(state, 16, marks=pytest.mark.whole) for state in ("stale", "error"))])
def test_G24_narrow_and_with_large_text(open_page, world, text, state):
    world.pause()
    page = open_page(size=NARROW)
    page.cdp("Page.setFontSizes", fontSizes={"standard": text, "fixed": text})
    if state == "error":
        world.control(fail={"matches": 100, "status": 500})
    page.open(retryBase=10)
    if state == "error":
        page.wait("the error", lambda: page.find("error"))
    else:
        page.loaded()
    if state == "stale":
        world.control(fail={"matches": 100, "status": 500})
        page.press("refresh")
        page.wait("the bar", lambda: page.find("stale-bar"))
    assert page.run("return getComputedStyle(document.documentElement).fontSize") == f"{text}px"
    if state == "list":
        page.show_all()
    found = page.run("""
        const wide = [];
        const root = document.documentElement;
        if (root.scrollWidth > root.clientWidth) wide.push(`the page: ${root.scrollWidth} px`);
        if (tools.scroller().scrollWidth > tools.scroller().clientWidth) wide.push('the list');
        const ids = ['odds-a', 'odds-b', 'start', 'refresh', 'retry', 'connection', 'error',
          'stale-bar', 'end'];
        for (const element of ids.flatMap((id) =>
          [...document.querySelectorAll(`[data-testid="${id}"]`)])) {
          if (!element.checkVisibility()) continue;
          const { left, right } = element.getBoundingClientRect();
          const cut = element.scrollWidth > element.clientWidth + 1 &&
            getComputedStyle(element).display !== 'inline' &&
            getComputedStyle(element).overflowX !== 'visible';
          const low = element.scrollHeight > element.clientHeight + 1 &&
            getComputedStyle(element).display !== 'inline' &&
            getComputedStyle(element).overflowY !== 'visible';
          if (left < 0 || right > innerWidth + 0.5 || cut || low) {
            wide.push(`${element.dataset.testid}: ${left} to ${right}, ` +
              `${cut ? 'cut' : ''} ${low ? 'too low' : ''}`);
          }
        }
        // Rows stand one below the other, and in each what it says.
        let above = -Infinity;
        for (const row of document.querySelectorAll('[data-testid="row"]')) {
          const box = row.getBoundingClientRect();
          if (box.top < above - 1) wide.push(`row ${row.dataset.matchId} stands in the one above`);
          above = box.bottom;
          for (const part of row.querySelectorAll('[data-testid]')) {
            const inner = part.getBoundingClientRect();
            if (inner.top < box.top - 1 || inner.bottom > box.bottom + 1) {
              wide.push(`${part.dataset.testid} of ${row.dataset.matchId} stands out of its row`);
            }
          }
          const [a, b] = ['odds-a', 'odds-b'].map((id) =>
            row.querySelector(`[data-testid="${id}"]`).getBoundingClientRect());
          if (a.bottom > b.top + 1) wide.push(`odds of ${row.dataset.matchId} overlap`);
        }
        return wide;""")
    assert found == []


def test_G24_reduced_motion(quiet, world):
    quiet.emulate(prefers_reduced_motion="reduce")
    world.control(delayMs=1500)
    quiet.open()
    quiet.wait("the skeleton", lambda: quiet.find("skeleton"))
    assert running(quiet) == []
    world.control(delayMs=0)
    quiet.loaded()
    match = quiet.ids()[2]
    before = next(item for item in world.matches() if item["matchID"] == match)
    quiet.run("window.watched = tools.watch(arguments[0], 'a')", match)
    world.push(match, other(before["teamAOdds"], True), before["teamBOdds"])
    (pushed,) = world.state()["messages"]
    quiet.wait("the change", lambda: quiet.blinks(match) == [1, 0])
    # A change is counted before the page has painted it.
    quiet.wait("the sign", lambda: quiet.run("return watched.frames.some((it) => it.signUp)"))
    quiet.wait("the sign is gone", lambda: quiet.run("return !watched.frames.at(-1).signUp"))
    frames = quiet.run("return watched.frames")
    assert all(frame["animations"] == 0 for frame in frames), frames
    signed = [frame for frame in frames if frame["signUp"]]
    assert {frame["background"] for frame in frames} == {frames[0]["background"]}, (
        "the sign alone")
    gone = next(frame for frame in frames[frames.index(signed[-1]):] if not frame["signUp"])
    # From below by the message, as a busy page sees its own frames late.
    assert gone["time"] - pushed["sent"] >= 1_900
    assert gone["time"] - signed[0]["time"] <= 2_600
    world.control(delayMs=1500)
    quiet.press("refresh")
    quiet.wait("the load", lambda: world.requests()["matches"] == 2)
    assert running(quiet) == []


def running(page):
    return page.run("""
        return document.getAnimations().filter(({ playState }) => playState === 'running')
          .map(({ effect }) => effect.target.outerHTML.slice(0, 100));""")
