"""G25: what the page measures of itself, held against the budget of §10.6."""

import hashlib

import pytest

from conftest import length
from page import REFUSED

# The budget of the contract, in milliseconds and shares.
MAIN_THREAD_P99 = 4
LATE_FRAMES = 0.01
PAINT_P50, PAINT_P99 = 25, 50


def percentile(histogram, share):
    """Of a sparse histogram in microseconds; in milliseconds."""
    counts = histogram["counts"]
    rank = share * sum(count for _, count in counts)
    below = 0
    for value, count in counts:
        below += count
        if below >= rank:
            return value / 1000
    raise AssertionError("nothing was measured")


def late(frames):
    return frames["late"] / frames["count"]


def measure_idle(page, seconds):
    """Frames of an idle page, and its main-thread time by the same definition: from an
    animation frame's callback to the first task after it."""
    idle, times = page.run_async("""
        const times = [];
        const channel = new MessageChannel();
        let begun = 0;
        channel.port1.onmessage = () => times.push(performance.now() - begun);
        const until = performance.now() + args[0] * 1000;
        const frames = new Promise((resolve) => {
          const frame = () => {
            begun = performance.now();
            channel.port2.postMessage(0);
            if (begun < until) requestAnimationFrame(frame);
            else resolve();
          };
          requestAnimationFrame(frame);
        });
        const [idle] = await Promise.all([window.game.measureIdle(args[0]), frames]);
        return [idle, times];""", seconds)
    page.loaded()
    return idle["frames"], sorted(times)[int(len(times) * 0.99)]


def measure(page, seconds, idle_seconds):
    """The result of the page's own measurement, between two of an idle page."""
    idle = [measure_idle(page, idle_seconds)]
    result = page.run_async("return window.game.measure(args[0])", seconds)
    idle.append(measure_idle(page, idle_seconds))
    return result, idle


def over_budget(result):
    """What is over the budget."""
    figures = {
        "paint p50 ms": (percentile(result["paint"], 0.5), PAINT_P50),
        "paint p99 ms": (percentile(result["paint"], 0.99), PAINT_P99),
        "main thread p99 ms": (percentile(result["mainThread"], 0.99), MAIN_THREAD_P99),
        "late frames": (late(result["frames"]), LATE_FRAMES),
        "long tasks": (result["longTasks"]["count"], 0),
    }
    return {name: figure for name, (figure, most) in figures.items() if figure > most}


def judge(result, idle, record):
    """Reports the figures; they are within the budget, or INVALID."""
    record("G25", {
        "rate": result["rate"],
        "paint ms": [percentile(result["paint"], share) for share in (0.5, 0.99)],
        "main thread p99 ms": percentile(result["mainThread"], 0.99),
        "late frames %": round(100 * late(result["frames"]), 2),
        "longest frame ms": result["frames"]["longestMs"],
        "long tasks": result["longTasks"]["count"],
        "idle": [{"late frames %": round(100 * late(frames), 2),
                  "main thread p99 ms": round(time, 2)} for frames, time in idle],
    })
    over = over_budget(result)
    # A machine that is busy with something else takes its time from either.
    if over and any(late(frames) > LATE_FRAMES or time > MAIN_THREAD_P99 / 4
                    for frames, time in idle):
        pytest.skip(f"INVALID: this machine draws an idle page late; {over}")
    assert over == {}


@pytest.mark.alone
def test_G25_two_thousand_updates_a_second(open_page, world, record_property):
    # Without notes, which would be measured too.
    page = open_page(notes=False)
    page.open(rate=2000).loaded()
    result, idle = measure(page, length(60, 6), length(10, 2))

    updates = result["updates"]
    assert result["schema"] == 1 and result["rate"] == 2000 and result["render"] == "frame"
    assert updates["received"] >= 1500 * result["seconds"], updates
    assert updates["stale"] == updates["unknown"] == 0, updates
    assert updates["sampled"] > 0
    assert updates["applied"] == updates["received"]

    # The same in the end. What was sent while it was idle was never received, so that
    # counts say nothing.
    world.pause()
    page.wait("the same odds", lambda: page.inspect()["digest"] == world.state()["digest"])
    assert digest(all_rows(page)) == world.state()["digest"]

    # Without a network.
    page.allow(REFUSED)
    page.offline()
    text = "return document.querySelector('[data-testid=\"connection\"]').textContent.trim()"
    page.wait("Offline in words", lambda: page.run(text) == "Offline")
    assert len(page.run("return window.game.shown()")) == 100
    page.offline(False)
    page.loaded()
    judge(result, idle, record_property)


def all_rows(page):
    """Matches and odds as all rows show them, once they are all in the document."""
    shown = page.run_async("""
        const rows = () => document.querySelectorAll('[data-testid="row"]').length;
        for (let count = 0; count < 100 && rows() < 100; count++) {
          scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        await new Promise((resolve) => setTimeout(resolve, 300));
        return window.game.shown();""")
    assert len(shown) == 100
    return shown


def digest(shown):
    lines = "".join(f"{id} {a} {b}\n" for id, a, b in sorted(shown))
    return hashlib.sha256(lines.encode()).hexdigest()


@pytest.mark.alone
def test_G25_ten_updates_a_second(open_page, record_property):
    """The stream of the exercise itself has the same budget."""
    page = open_page(notes=False)
    page.open().loaded()
    # One update in twelve is of a cell in sight: too short a measurement has none.
    result, idle = measure(page, length(60, 15), length(5, 2))
    assert result["updates"]["sampled"] > 0
    judge(result, idle, record_property)


def test_G25_frames_that_take_too_long_are_found(open_page):
    """Slowed on purpose, on any machine."""
    page = open_page(notes=False)
    page.open(rate=200, slow=30).loaded()
    result = page.run_async("return window.game.measure(args[0])", length(3, 1))
    assert "main thread p99 ms" in over_budget(result)
    assert "late frames" in over_budget(result)
