"""A page of the game in a tab, with a profile of its own, as a check uses it."""

import functools
import pathlib
import re
import urllib.parse

from selenium.common.exceptions import TimeoutException
from selenium.webdriver.support.ui import WebDriverWait

NOTES = (pathlib.Path(__file__).parent / "notes.js").read_text()
# Seconds for whatever has no bound in the contract.
PATIENCE = 30
# What a browser writes to the console for a socket that is refused or cut off.
REFUSED = r"WebSocket connection to 'ws://127\.0\.0\.1:\d+/live\?[^']*' failed"
PHONE = {"width": 390, "height": 844, "deviceScaleFactor": 3, "mobile": True}
DESKTOP = {"width": 1280, "height": 900, "deviceScaleFactor": 1, "mobile": False}


# Holds the database as another page would that does not let go of it, while `held` is true.
HOLDS_DATABASE = """
    window.held = true;
    const request = indexedDB.open('game', 1);
    request.onupgradeneeded = () => {
      const store = request.result.createObjectStore('cache');
      const hold = () => { if (held) store.get('record').onsuccess = hold; };
      hold();
    };
    request.onsuccess = () => request.result.close();"""


class Page:
    def __init__(self, browser, server, world, size=PHONE, notes=True):
        self.browser, self.server, self.world = browser, server, world
        self.driver = browser.driver
        self.allowed = []
        self.context = browser.new_context(server.authority)
        self.tab = browser.new_tab(self.context)
        self.beside = None
        self.driver.switch_to.window(self.tab)
        self.resize(size)
        # 24 hours a day, and another time than the server's.
        self.cdp("Emulation.setLocaleOverride", locale="en-GB")
        self.cdp("Emulation.setTimezoneOverride", timezoneId="Asia/Kolkata")
        if notes:
            self.before_scripts(NOTES)

    # The driver.

    def cdp(self, method, **parameters):
        return self.driver.execute_cdp_cmd(method, parameters)

    def resize(self, size):
        self.cdp("Emulation.setDeviceMetricsOverride", **size)
        self.cdp("Emulation.setTouchEmulationEnabled", enabled=size["mobile"], maxTouchPoints=5)

    def emulate(self, **features):
        """Media features, as `prefers_color_scheme="dark"`."""
        self.cdp("Emulation.setEmulatedMedia", features=[
            {"name": name.replace("_", "-"), "value": value} for name, value in features.items()])

    def before_scripts(self, source):
        self.cdp("Page.addScriptToEvaluateOnNewDocument", source=source)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def pause(self, milliseconds):
        """Lets the page go on for some time."""
        self.run_async("await new Promise((resolve) => setTimeout(resolve, args[0]))", milliseconds)

    def run_async(self, script, *arguments):
        """The value of a promise; `script` is the body of an async function."""
        outcome = self.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "(async (...args) => {" + script + "})(...[...arguments].slice(0, -1))"
            ".then((value) => done({ value }), (error) => done({ error: String(error) }));",
            *arguments)
        assert "error" not in outcome, f"in the page: {outcome['error']}"
        return outcome.get("value")

    # Where it is.

    def address(self, **parameters):
        query = urllib.parse.urlencode({"world": self.world.id, **parameters})
        return f"{self.server.page}?{query}"

    def open(self, **parameters):
        self.driver.get(self.address(**parameters))
        return self

    def goto(self, path):
        """A document of the page's origin that has no icon of its own, as a page must."""
        self.allow(r"/favicon\.ico - Failed to load resource")
        self.driver.get(self.server.page + path.lstrip("/"))

    def reload(self):
        self.driver.refresh()

    def leave(self):
        """Goes where nothing of the page is left, once the worker has handed its record
        on, which it does at most once a second."""
        self.wait("the record is handed on", lambda: not self.inspect()["cache"]["isTextDue"])
        self.driver.get("about:blank")

    def hide(self):
        """Puts another tab in front."""
        self.beside = self.browser.new_tab(self.context)

    def look_beside(self):
        """Goes to the tab in front, on a document of the page's origin with no script.
        The page stays hidden."""
        self.driver.switch_to.window(self.beside)
        self.goto("icon.svg")

    def show(self):
        """Takes the other tab away."""
        self.browser.devtools.ask("Target.activateTarget", targetId=self.tab)
        self.driver.switch_to.window(self.tab)
        self.browser.devtools.ask("Target.closeTarget", targetId=self.beside)
        self.beside = None
        self.wait("the page is visible", lambda: self.run(
            "return document.visibilityState") == "visible")

    def offline(self, off=True):
        """Without a network, or with it again. The browser's own setting reaches the page
        and its events, but no worker's socket."""
        self.cdp("Network.enable")
        self.cdp("Network.emulateNetworkConditions", offline=off, latency=0,
                 downloadThroughput=-1, uploadThroughput=-1)
        self.world.cut_off(off)

    # What it says.

    def wait(self, what, condition, seconds=PATIENCE):
        """The first value of a condition that is true; fails if none comes in time."""
        return WebDriverWait(self.driver, seconds, poll_frequency=0.05).until(
            lambda _: condition(), f"after {seconds} s still not so: {what}")

    def never(self, what, condition, seconds):
        """Fails as soon as a condition is true within some time."""
        def holds():
            try:
                return condition()
            except TimeoutException as error:
                raise AssertionError(f"the driver did not answer: {error}") from None

        try:
            self.wait(what, holds, seconds)
        except TimeoutException:
            return
        raise AssertionError(what)

    def inspect(self):
        return self.run_async("return window.game.inspect()")

    def counters(self):
        return self.inspect()["counters"]

    def saves(self):
        return self.inspect()["cache"]["saves"]

    def until(self, seconds=PATIENCE, **values):
        """Waits until `inspect` gives these values."""
        seen = {}

        def holds():
            seen.update(self.inspect())
            return all(seen.get(name) == value for name, value in values.items())

        try:
            self.wait(str(values), holds, seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}; inspect gives {seen}") from None
        return seen

    def loaded(self):
        told = self.until(loadState="loaded", connection="live")
        # The worker knows before the next frame draws it.
        self.wait("rows", lambda: self.run(
            "return document.querySelectorAll('[data-testid=\"row\"]').length > 0"))
        return told

    def notes(self):
        return self.run("return window.notes")

    def now(self):
        return self.run("return tools.now()")

    def find(self, testid):
        """The visible element, or None."""
        return self.run(
            "const found = [...document.querySelectorAll(`[data-testid=\"${arguments[0]}\"]`)];"
            "return found.find((element) => element.checkVisibility()) ?? null", testid)

    def text(self, testid):
        element = self.find(testid)
        return element and self.run("return tools.text(arguments[0]).trim()", element)

    def ids(self):
        return self.run("return tools.ids()")

    def odds(self):
        """What each row in the document shows, by id, read from it."""
        shown = self.run(
            "return tools.ids().map((id) => [id, "
            "...['a', 'b'].map((side) => tools.odds(tools.cell(id, side)))])")
        return {id: [a, b] for id, a, b in shown}

    def cell(self, match, side):
        return self.run("return tools.cell(...arguments)", match, side)

    def shown(self, match, side):
        return self.run("return tools.odds(tools.cell(...arguments))", match, side)

    def blinks(self, match):
        return [int(self.run("return tools.cell(...arguments).dataset.blinks", match, side))
                for side in "ab"]

    def shows(self, expected, seconds=PATIENCE):
        """The time at which all cells show what is expected."""
        found = self.run_async(
            "return tools.shows(...args)", {str(id): odds for id, odds in expected.items()},
            seconds * 1000)
        assert found["wrong"] == [], f"after {seconds} s: {found['wrong'][:5]}"
        return found["time"]

    # What it is made to do.

    def press(self, testid):
        self.driver.execute_script("arguments[0].click()", self.wait(
            f"{testid} is there", lambda: self.find(testid)))

    def scroll_by(self, pixels):
        self.run("tools.scroller().scrollBy({ top: arguments[0], behavior: 'instant' })", pixels)
        self.frame()

    def scroll_to(self, match):
        """Puts a row at the top of the view."""
        self.run(
            "const { top } = tools.view();"
            "tools.scroller().scrollBy({"
            "  top: tools.row(arguments[0]).getBoundingClientRect().top - top - 4,"
            "  behavior: 'instant' })", match)
        self.frame()

    def show_all(self):
        """Scrolls until all rows are in the list."""
        def end():
            self.run("const box = tools.scroller();"
                     "box.scrollTo({ top: box.scrollHeight, behavior: 'instant' })")
            self.frame()
            return self.find("end")

        self.wait("the end of the list", end)

    def frame(self):
        """Waits until what was begun is drawn."""
        self.run_async(
            "for (let count = 0; count < 2; count++) await new Promise(requestAnimationFrame)")

    def pull(self, distance=420, second=False):
        """Drags the list down with a finger; a second one may join it in the end."""
        x, y = 195, 240
        touch = functools.partial(self.cdp, "Input.dispatchTouchEvent")
        touch(type="touchStart", touchPoints=[{"x": x, "y": y}])
        for step in range(1, 15):
            touch(type="touchMove", touchPoints=[{"x": x, "y": y + distance * step / 14}])
            self.frame()
        if second:
            touch(type="touchStart", touchPoints=[{"x": x, "y": y + distance}, {"x": 60, "y": 400}])
        touch(type="touchEnd", touchPoints=[])

    # Storage, from a document of the page's origin.

    def record(self):
        """The record in IndexedDB, or None; fails if there is more than one."""
        records = self.run_async("""
            const known = await indexedDB.databases();
            if (!known.some(({ name }) => name === 'game')) return [];
            const base = await new Promise((resolve, reject) => {
              const request = indexedDB.open('game');
              request.onsuccess = () => resolve(request.result);
              request.onerror = () => reject(request.error);
            });
            try {
              if (!base.objectStoreNames.contains('cache')) return [];
              return await new Promise((resolve, reject) => {
                const request = base.transaction('cache').objectStore('cache').getAll();
                request.onsuccess = () => resolve(request.result);
                request.onerror = () => reject(request.error);
              });
            } finally {
              base.close();
            }""")
        assert len(records) <= 1, f"{len(records)} records in the cache"
        return records[0] if records else None

    def edit_record(self, change, *arguments):
        """Puts what a function's body makes of `record` in its place."""
        self.run_async("const change = (record, args) => {" + change + "};" + """
            const base = await new Promise((resolve, reject) => {
              const request = indexedDB.open('game');
              request.onsuccess = () => resolve(request.result);
              request.onerror = () => reject(request.error);
            });
            await new Promise((resolve, reject) => {
              const transaction = base.transaction('cache', 'readwrite');
              transaction.oncomplete = resolve;
              transaction.onerror = () => reject(transaction.error);
              transaction.objectStore('cache').openCursor().onsuccess = ({ target }) => {
                if (target.result) target.result.update(change(target.result.value, args));
              };
            });
            base.close();""", *arguments)

    def local_storage(self):
        return self.run("return { ...localStorage }")

    # How it ends.

    def allow(self, pattern):
        """Names an error of the console that the check causes on purpose."""
        self.allowed.append(re.compile(pattern))

    def close(self):
        """Closes it, and gives all that went wrong in it."""
        problems = [
            f"in the console: {text}" for text in self.browser.console()
            if not any(pattern.search(text) for pattern in self.allowed)]
        self.browser.close_context(self.context)
        elsewhere, self.browser.elsewhere.requests[:] = list(self.browser.elsewhere.requests), []
        return problems + [f"asked of elsewhere: {line}" for line in elsewhere]
