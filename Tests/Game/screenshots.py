"""Takes the pictures of the game's page: as a phone shows it in each state, and a desktop."""

import base64
import pathlib

from browser import Browser
from page import DESKTOP, PHONE, Page
from server import Server, other

TARGET = pathlib.Path(__file__).parents[2] / "Results" / "screenshots"
# Smaller than a phone's own, for whoever reads over a network.
SMALL_PHONE = {**PHONE, "deviceScaleFactor": 2}
BYTES_MAX = 200 * 1024


def blink(page):
    """Some cells of each direction, as a second of the stream leaves them."""
    for index, match in enumerate(page.world.matches()[:9:2]):
        world = page.world
        world.push(match["matchID"], other(match["teamAOdds"], index % 2 == 0),
                   match["teamBOdds"] if index % 3 else other(match["teamBOdds"], index % 2 == 1))
    page.frame()


def listed(page):
    page.open().loaded()
    page.pause(300)
    blink(page)


def dark(page):
    page.emulate(prefers_color_scheme="dark")
    listed(page)


def large_text(page):
    page.cdp("Page.setFontSizes", fontSizes={"standard": 32, "fixed": 32})
    listed(page)


def end(page):
    page.open().loaded()
    page.show_all()
    page.scroll_by(100_000)


def skeleton(page):
    page.world.control(delayMs=5000)
    page.open()
    page.wait("the skeleton", lambda: page.find("skeleton"))


def error(page):
    page.world.control(fail={"matches": 100, "status": 500})
    page.open(retryBase=10)
    page.wait("the error", lambda: page.find("error"))


def stale(page):
    page.open(retryBase=10).loaded()
    page.world.control(fail={"matches": 100, "status": 500})
    page.press("refresh")
    page.wait("the bar", lambda: page.find("stale-bar"))


def without_network(page):
    page.open().loaded()
    page.offline()
    page.wait("the word", lambda: page.text("connection") == "Offline")
    # Until the region that is read out says so too.
    page.pause(5500)


# By name: the size, and what is done.
PICTURES = {
    "light": (SMALL_PHONE, listed),
    "dark": (SMALL_PHONE, dark),
    "phone-narrow": ({**SMALL_PHONE, "width": 320, "height": 568}, listed),
    "phone-skeleton": (SMALL_PHONE, skeleton),
    "phone-end": (SMALL_PHONE, end),
    "desktop": (DESKTOP, listed),
    "desktop-dark": (DESKTOP, dark),
    "offline": (SMALL_PHONE, without_network),
    "error": (SMALL_PHONE, error),
    "stale": (SMALL_PHONE, stale),
    "large-text": (SMALL_PHONE, large_text),
}


def main():
    TARGET.mkdir(exist_ok=True)
    server = Server("--seed", "7")
    browser = Browser()
    try:
        for name, (size, prepare) in PICTURES.items():
            world = server.world()
            world.pause()
            page = Page(browser, server, world, size=size)
            prepare(page)
            picture = base64.b64decode(page.cdp(
                "Page.captureScreenshot", format="png", optimizeForSpeed=False)["data"])
            page.close()
            assert len(picture) <= BYTES_MAX, f"{name} has {len(picture)} bytes"
            (TARGET / f"game-{name}.png").write_bytes(picture)
    finally:
        browser.stop()
        server.stop()


main()
