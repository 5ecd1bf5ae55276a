"""The list: what a row shows, and its pages."""

import re
import urllib.parse

import pytest


def test_G2_rows_are_those_of_the_server_in_order(quiet, world):
    quiet.open().loaded()
    quiet.show_all()
    expected = world.matches()
    assert quiet.ids() == [match["matchID"] for match in expected]
    rows = quiet.run("""
        const place = (range) => {
          const { left, right, top, bottom } = range.getBoundingClientRect();
          return { left, right, top, bottom };
        };
        const words = (row, text) => {
          const walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            if (walker.currentNode.data.trim() !== text) continue;
            const range = document.createRange();
            range.selectNodeContents(walker.currentNode);
            return place(range);
          }
          return null;
        };
        const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
        const day = (date) => new Intl.DateTimeFormat(undefined, { dateStyle: 'short' }).format(date);
        return arguments[0].map(({ matchID, teamA, teamB, startTime }) => {
          const row = tools.row(matchID);
          const start = row.querySelector('[data-testid="start"]');
          const stamp = start.closest('time') ?? start.querySelector('time');
          return {
            tag: row.tagName, odds: ['a', 'b'].map((side) => tools.odds(tools.cell(matchID, side))),
            places: [words(row, teamA), words(row, teamB),
              ...['a', 'b'].map((side) => place(tools.cell(matchID, side))), place(start)],
            start: start.textContent.trim(), datetime: stamp.dateTime,
            time: time.format(new Date(startTime)),
            date: new Date(startTime).getDate(),
            today: day(new Date(startTime)) === day(new Date()),
          };
        });""", expected)
    for match, row in zip(expected, rows):
        assert row["tag"] == "LI"
        assert row["odds"] == world_odds(match), match
        assert quiet.run(
            "return Date.parse(arguments[0]) === Date.parse(arguments[1])",
            row["datetime"], match["startTime"]), (row["datetime"], match)
        assert row["time"] in row["start"], (row["start"], match)
        # The date stands there unless it is today's.
        beside = row["start"].replace(row["time"], "")
        assert bool(re.search(rf"\b0?{row['date']}\b", beside)) == (not row["today"]), row["start"]
        team_a, team_b, odds_a, odds_b, start = row["places"]
        assert team_a and team_b, f"the names of {match} are not in its row"
        assert team_a["bottom"] <= team_b["top"] + 1
        assert start["top"] >= team_b["bottom"] - 1
        for team, odds in ((team_a, odds_a), (team_b, odds_b)):
            middle = (team["top"] + team["bottom"]) / 2
            assert odds["left"] >= team["left"] and odds["top"] <= middle <= odds["bottom"]
    # Odds stand to the right of the longest name too, one below the other.
    assert len({row["places"][2]["right"] for row in rows}) == 1
    assert quiet.run("""
        return tools.ids().every((id) => ['a', 'b'].every(
          (side) => getComputedStyle(tools.cell(id, side)).fontVariantNumeric.includes('tabular-nums')))
        """)


def world_odds(match):
    return [f"{match['teamAOdds']:.2f}", f"{match['teamBOdds']:.2f}"]


def test_G2_the_name_of_a_row_says_all_of_it(quiet, world):
    quiet.open().loaded()
    match = world.matches()[0]
    row = quiet.run("return tools.row(arguments[0])", match["matchID"])
    # With signs of a blink, which are not part of it.
    a, b = world.push(match["matchID"], 3.33, 4.44)
    quiet.wait("the pushed odds", lambda: quiet.odds()[match["matchID"]] == [a, b])
    start = quiet.run(
        "return arguments[0].querySelector('[data-testid=start]').textContent.trim()", row)
    name = row.accessible_name
    name = re.sub(r"\s+", " ", name)
    assert name == (
        f"{match['teamA']} {a}, {match['teamB']} {b}, starts {start}")


def test_G3_scrolling_to_the_end_adds_two_pages(quiet, world):
    quiet.open().loaded()
    requests = world.requests()
    ids = quiet.ids()
    assert len(ids) == 40
    expected = [match["matchID"] for match in world.matches()]
    counts = [40]
    at_end = None
    for _ in range(200):
        # By less than a page, as a finger does.
        last = quiet.run("""
            const { bottom } = tools.view();
            return [...document.querySelectorAll('[data-testid="row"]')]
              .filter((row) => row.getBoundingClientRect().top < bottom).length;""")
        count = len(quiet.ids())
        if count != counts[-1]:
            assert last > counts[-1] - 10, "one of the last ten rows has come into view"
            counts.append(count)
        at_end = quiet.find("end")
        if at_end and last == 100:
            break
        assert count == 100 or not at_end
        quiet.scroll_by(500)
    assert counts == [40, 80, 100]
    assert at_end and re.search(r"\w+ \w+", quiet.text("end"))
    assert quiet.ids() == expected
    told = quiet.inspect()
    assert (told["pages"], told["shown"]) == (3, 100)
    assert told["counters"]["rowsMade"] == 100
    assert world.requests() == requests
    assert quiet.notes()["shifts"] == []


def test_G3_pages_and_place_survive_a_reload(quiet, world):
    quiet.open().loaded()
    quiet.show_all()
    match = quiet.ids()[60]
    quiet.scroll_to(match)
    quiet.pause(1200)
    top = quiet.run("return tools.row(arguments[0]).getBoundingClientRect().top", match)
    quiet.reload()
    quiet.loaded()
    assert len(quiet.ids()) == 100
    after = quiet.run("return tools.row(arguments[0]).getBoundingClientRect().top", match)
    assert abs(after - top) <= 1


def test_G3_the_end_of_the_list_survives_a_reload(quiet, world):
    quiet.open().loaded()
    quiet.show_all()
    # Below the line that says that this is all.
    quiet.scroll_by(10_000)
    quiet.pause(1200)
    place = quiet.run("return tools.scroller().scrollTop")
    assert quiet.run("const { scrollTop, clientHeight, scrollHeight } = tools.scroller();"
                     "return scrollTop + clientHeight >= scrollHeight - 1")
    quiet.reload()
    quiet.loaded()
    quiet.frame()
    assert abs(quiet.run("return tools.scroller().scrollTop") - place) <= 1


def reopened(page, world):
    """Leaves a page in the middle of its list, and opens it again without a cache, so that
    there is no list yet. Gives the row at the top, and its place."""
    page.before_scripts("localStorage.removeItem('game.cache'); indexedDB.deleteDatabase('game');")
    page.open().loaded()
    page.show_all()
    page.scroll_to(page.ids()[60])
    top = page.run("return tools.top()")
    world.control(delayMs=9_000)
    page.reload()
    page.wait("the skeleton", lambda: page.find("skeleton"))
    return top


def test_G3_pages_and_place_survive_two_reloads_of_which_one_is_early(quiet, world):
    top = reopened(quiet, world)
    world.control(delayMs=0)
    quiet.reload()
    quiet.loaded()
    assert len(quiet.ids()) == 100
    assert quiet.run("return tools.top()") == top


@pytest.mark.whole
def test_G16_a_refresh_before_the_list_is_there_forgets_the_place(quiet, world):
    reopened(quiet, world)
    world.control(delayMs=0)
    quiet.press("refresh")
    quiet.loaded()
    assert quiet.ids() == [match["matchID"] for match in world.matches()][:40]
    assert quiet.run("return tools.scroller().scrollTop") == 0


def test_G3_on_a_desktop_rows_stand_in_two_columns(open_page, world):
    from page import DESKTOP
    world.pause()
    page = open_page(size=DESKTOP)
    page.open().loaded()
    places = page.run("""
        return tools.ids().slice(0, 6).map((id) => {
          const { left, top } = tools.row(id).getBoundingClientRect();
          return [left, top];
        });""")
    # In reading order: across, then down.
    assert len({left for left, _ in places}) == 2
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    page.show_all()
    assert page.ids() == [match["matchID"] for match in world.matches()]


@pytest.mark.whole
def test_G3_other_numbers_of_matches_come_by_pages_too(quiet, world, server):
    """`?matches=N` counts when a world is made, and this check's was made by control."""
    quiet.world = server.world()
    query = urllib.parse.urlencode({"world": quiet.world.id, "matches": 90})
    quiet.driver.get(f"{server.page}?{query}")
    quiet.until(loadState="loaded", known=90)
    quiet.show_all()
    assert len(quiet.ids()) == 90
