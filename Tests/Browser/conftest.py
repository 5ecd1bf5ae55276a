"""Results of all kinds, their pages, and a browser that looks at them."""

import json
import os
import pathlib
import shutil
import subprocess

import pytest
from playwright.sync_api import sync_playwright

BENCH = os.environ["BENCH_PROGRAM"]
RESULTS = pathlib.Path(__file__).parents[2] / "Results"
PUBLISHED = {
    "published-run": "published/default-run.json",
    "saturation": "published/saturation.json",
    "growth": "published/growth.json",
    "memory": "published/memory.json",
    "selftest": "published/selftest.json",
    "peers": "peers/peers.json",
    "published-soak": "published/soak.json",
    "gate": "published/gate.json",
    "gate-proof": "gate-proof/proof.json",
    "live": "published/live-chaos.json",
    "live-storms": "published/live-storms.json",
    "live-saturation": "published/live-saturation.json",
}
SMALL = ["--events", "10", "--markets", "5", "--rate", "1000", "--warmup", "200ms"]
# A machine that is too busy makes a run INVALID, which a page shows too.
MEASURED = (0, 4)


def bench(*words, statuses=(0,), **options):
    ended = subprocess.run(
        [BENCH, *map(str, words)], capture_output=True, text=True, timeout=300, **options
    )
    assert ended.returncode in statuses, f"{words}: {ended.returncode}: {ended.stderr}"
    return ended


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("results")


@pytest.fixture(scope="session")
def results(folder):
    """Paths by kind: published ones, and new ones of this program."""
    paths = {kind: RESULTS / path for kind, path in PUBLISHED.items()}

    def measure(kind, *words, statuses=MEASURED):
        paths[kind] = folder / f"{kind}.json"
        bench(*words, "--format", "json", "--output", paths[kind], statuses=statuses, cwd=folder)

    measure(
        "run", "run", *SMALL, "--duration", "2s", "--repeat", "2", "--intervals", "200ms",
        "--results", folder / "kept",
    )
    measure("stages", "run", *SMALL, "--duration", "1s", "--stages")
    # Status 1 says that a trend was found, in whatever else the machine does.
    measure("soak", "soak", *SMALL, "--duration", "12s", statuses=(0, 1, 4))
    return paths


@pytest.fixture(scope="session")
def kept(results, folder):
    """The folder in which the run's result was kept."""
    (only,) = (folder / "kept").iterdir()
    return only


@pytest.fixture(scope="session")
def pages(results, folder):
    """Pages by kind, and one of all results."""
    paths = {}
    for kind, result in results.items():
        paths[kind] = folder / f"{kind}.html"
        bench("report", result, "--output", paths[kind])
    paths["all"] = folder / "all.html"
    bench("report", *results.values(), "--output", paths["all"])
    return paths


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        # The sandbox needs a user other than root.
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser
        browser.close()


class Page:
    """A page that is open, with all that went wrong in it."""

    def __init__(self, browser, path, scheme="light", width=1280):
        self.context = browser.new_context(
            color_scheme=scheme, viewport={"width": width, "height": 900}
        )
        self.page = self.context.new_page()
        # A busy machine is slow, which is no error of the page.
        self.page.set_default_timeout(180_000)
        self.problems = []
        self.requests = []
        self.page.on("console", lambda message: self.problems.append(message.text))
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.goto(path.as_uri())

    def evaluate(self, script, *arguments):
        return self.page.evaluate(script, *arguments)


@pytest.fixture
def show(browser):
    """Opens pages, and fails if anything went wrong in one."""
    opened = []

    def show(path, **options):
        opened.append((path, Page(browser, path, **options)))
        return opened[-1][1]

    yield show
    for path, page in opened:
        problems = list(page.problems)
        page.context.close()
        assert problems == [], f"{path.name}: {problems}"


def edited(path, target, change):
    """A copy of a result with something changed."""
    document = json.loads(path.read_text())
    change(document)
    target.write_text(json.dumps(document))
    return target
