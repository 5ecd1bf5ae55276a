"""More matches and more updates than the exercise has (§10)."""

import urllib.parse

import pytest

from conftest import length


def large(page, server, matches, **parameters):
    """A world of so many matches, which counts when it is made: by the page."""
    page.world = server.world()
    query = urllib.parse.urlencode({"world": page.world.id, "matches": matches, **parameters})
    page.driver.get(f"{server.page}?{query}")
    page.until(loadState="loaded", connection="live", known=matches)


def test_many_matches_are_drawn_near_the_screen_only(quiet, server):
    page = quiet
    count = length(1000, 400)
    large(page, server, count)
    page.world.pause()
    # What is still on its way.
    page.wait("all messages", lambda: (
        page.counters()["received"] == page.world.state()["sent"]))
    expected = [match["matchID"] for match in page.world.matches()]
    assert page.inspect()["ids"] == expected
    odds = page.world.odds()
    height = page.run("return tools.row(arguments[0]).getBoundingClientRect().height", expected[0])
    screens = -(-844 // height) * 3
    positions = page.run("""
        return [...document.querySelectorAll('[data-testid="row"]')].map((row) =>
          [Number(row.dataset.matchId), row.getAttribute('aria-setsize'),
            row.getAttribute('aria-posinset')]);""")
    assert positions == [
        [match, str(count), str(place)] for place, match in
        enumerate(expected[:len(positions)], start=1)]
    seen = set()
    for _ in range(200):
        ids = page.ids()
        assert len(ids) == len(set(ids)) <= screens + 4
        first = expected.index(ids[0])
        assert ids == expected[first:first + len(ids)], "without gaps, in order"
        page.shows({match: odds[match] for match in ids}, seconds=5)
        seen |= set(ids)
        end = page.run("""
            const box = tools.scroller();
            return box.scrollTop + box.clientHeight >= box.scrollHeight - 1;""")
        if end:
            break
        # By less than what is drawn.
        page.scroll_by(1600)
    assert seen == set(expected)


@pytest.mark.parametrize("render", [
    pytest.param("frame", marks=pytest.mark.whole), "message",
    pytest.param("all", marks=pytest.mark.whole)])
def test_all_ways_to_draw_show_the_same(page, server, render):
    large(page, server, 100, rate=500, render=render)
    page.wait("many updates", lambda: page.counters()["received"] >= 500)
    page.world.pause()
    page.wait("all updates", lambda: (
        page.counters()["received"] == page.world.state()["sent"]))
    page.show_all()
    page.shows(page.world.odds())
    assert page.inspect()["ids"] == [match["matchID"] for match in page.world.matches()]
