"""G25: two thousand updates a second, measured in the page; then without a network."""

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


@pytest.mark.alone
def test_G25_two_thousand_updates_a_second(open_page, world, record_property):
    # Without notes, which would be measured too.
    page = open_page(notes=False)
    page.open(rate=2000)
    page.loaded()
    idle = [measure_idle(page, length(10, 3))]
    result = page.run_async("return window.game.measure(args[0])", length(60, 8))
    idle.append(measure_idle(page, length(10, 3)))

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
    page.run("""
        window.shown = async () => {
          for (let count = 0; count < 100; count++) {
            scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
            await new Promise(requestAnimationFrame);
            await new Promise(requestAnimationFrame);
            if (document.querySelectorAll('[data-testid="row"]').length === 100) break;
          }
          await new Promise((resolve) => setTimeout(resolve, 300));
          return window.game.shown();
        };""")
    shown = page.run_async("return shown()")
    assert len(shown) == 100
    state = world.state()
    lines = "".join(f"{id} {a} {b}\n" for id, a, b in sorted(shown))
    assert hashlib.sha256(lines.encode()).hexdigest() == state["digest"]

    # Without a network.
    page.allow(REFUSED)
    page.offline()
    text = "return document.querySelector('[data-testid=\"connection\"]').textContent.trim()"
    page.wait("Offline in words", lambda: page.run(text) == "Offline")
    assert len(page.run("return window.game.shown()")) == 100
    page.offline(False)
    page.loaded()

    figures = {
        "paint p50 ms": percentile(result["paint"], 0.5),
        "paint p99 ms": percentile(result["paint"], 0.99),
        "main thread p99 ms": percentile(result["mainThread"], 0.99),
        "late frames %": round(100 * late(result["frames"]), 2),
        "longest frame ms": result["frames"]["longestMs"],
        "long tasks": result["longTasks"]["count"],
        "idle late frames %": [round(100 * late(frames), 2) for frames, _ in idle],
        "idle main thread p99 ms": [round(time, 2) for _, time in idle],
    }
    record_property("G25", figures)
    # A machine that is busy with something else takes its time from either.
    if any(late(frames) > LATE_FRAMES or time > MAIN_THREAD_P99 / 4 for frames, time in idle):
        pytest.skip(f"INVALID: this machine draws an idle page late: {figures}")
    assert figures["main thread p99 ms"] <= MAIN_THREAD_P99, figures
    assert late(result["frames"]) <= LATE_FRAMES, figures
    assert result["longTasks"]["count"] == 0, figures
    assert figures["paint p50 ms"] <= PAINT_P50, figures
    assert figures["paint p99 ms"] <= PAINT_P99, figures


def test_G25_budget_at_ten_a_second(open_page, world, record_property):
    """The stream of the exercise itself."""
    page = open_page(notes=False)
    page.open().loaded()
    result = page.run_async("return window.game.measure(args[0])", length(20, 5))
    assert result["updates"]["received"] > 0
    record_property("10 updates/s", {
        "paint p50 ms": percentile(result["paint"], 0.5),
        "main thread p99 ms": percentile(result["mainThread"], 0.99)})
