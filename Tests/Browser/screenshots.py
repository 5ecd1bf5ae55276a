"""Takes the README's pictures of reports: the top of each, as wide as a screen
or a phone."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from playwright.sync_api import sync_playwright

BENCH = os.environ["BENCH_PROGRAM"]
RESULTS = pathlib.Path(__file__).parents[2] / "Results"
# By name: the result, the colour scheme, width and height.
PICTURES = {
    "run": ("published/default-run.json", "light", 1280, 1180),
    "run-dark": ("published/default-run.json", "dark", 1280, 1180),
    "saturation": ("published/saturation.json", "light", 1280, 800),
    "growth": ("published/growth.json", "dark", 1280, 800),
    "soak": ("published/soak.json", "light", 1280, 800),
    "memory": ("published/memory.json", "dark", 1280, 800),
    "peers": ("peers/peers.json", "light", 1280, 800),
    "selftest": ("published/selftest.json", "dark", 1280, 800),
    "gate": ("published/gate.json", "light", 1280, 800),
    "gate-proof": ("gate-proof/proof.json", "dark", 1280, 800),
    "live": ("published/live.json", "light", 1280, 1180),
    "game": ("published/game.json", "light", 1280, 1500),
    "game-goals": ("published/game-gate.json", "dark", 1280, 1500),
    "betting": ("published/betting.json", "light", 1280, 1600),
    "fleet": ("published/fleet.json", "light", 1280, 1640),
    "phone": ("published/default-run.json", "dark", 390, 1180),
}


def main():
    target = RESULTS / "screenshots"
    target.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, (result, scheme, width, height) in PICTURES.items():
            page_path = pathlib.Path(folder) / f"{name}.html"
            subprocess.run([BENCH, "report", RESULTS / result, "--output", page_path], check=True)
            page = browser.new_page(
                color_scheme=scheme, viewport={"width": width, "height": height}
            )
            page.goto(page_path.as_uri())
            page.screenshot(path=target / f"{name}.png")
            page.close()
        browser.close()


main()
