"""Pages as a browser shows them: no error, no empty plot, nothing foreign."""

import json

import pytest
from conftest import PUBLISHED, bench, edited

KINDS = [*PUBLISHED, "run", "stages", "soak"]
CHART = "Chart.getChart(document.querySelector('canvas'))"


def wait_until(page, condition):
    """Looks at each frame that the page draws. The browser's own wait makes a script of
    the condition within the page, which allows none but its own."""
    page.evaluate(f"""() => new Promise((resolve, reject) => {{
      const end = performance.now() + 60_000;
      const look = () => {{
        if ({condition}) resolve();
        else if (performance.now() > end) reject(new Error("did not come about within 60 s"));
        else requestAnimationFrame(look);
      }};
      look();
    }})""")


# How many pixels change when each series of each plot is shown alone, in place
# of none. They are read from a copy, as reading a plot's own canvas slows it,
# of which the browser warns.
DRAWN = """() => [...document.querySelectorAll("canvas")].flatMap((canvas) => {
  const chart = Chart.getChart(canvas);
  const copy = new OffscreenCanvas(canvas.width, canvas.height);
  const context = copy.getContext("2d", { willReadFrequently: true });
  const pixels = () => {
    chart.update("none");
    context.clearRect(0, 0, copy.width, copy.height);
    context.drawImage(canvas, 0, 0);
    return new Uint32Array(context.getImageData(0, 0, copy.width, copy.height).data.buffer);
  };
  const sets = chart.data.datasets.map((_, index) => index);
  const show = (index) => sets.forEach((set) => chart.setDatasetVisibility(set, set === index));
  show(-1);
  const empty = pixels().slice();
  const drawn = sets.map((index) => {
    show(index);
    const changed = pixels().reduce((sum, pixel, at) => sum + (pixel !== empty[at]), 0);
    const { label, isPhase = false } = chart.data.datasets[index];
    return { plot: canvas.getAttribute("aria-label"), label, isPhase, changed };
  });
  sets.forEach((set) => chart.setDatasetVisibility(set, true));
  chart.update("none");
  return drawn;
})"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_series_of_every_plot_is_drawn(show, pages, kind, scheme):
    page = show(pages[kind], scheme=scheme)
    drawn = page.evaluate(DRAWN)
    assert drawn, "there is a plot"
    # Phases can be shorter than a pixel is wide, but not all of them.
    empty = [series for series in drawn if series["changed"] < 20 and not series["isPhase"]]
    assert empty == []
    for plot in {series["plot"] for series in drawn if series["isPhase"]}:
        phases = [s["changed"] for s in drawn if s["plot"] == plot and s["isPhase"]]
        assert sum(phases) > 1_000, plot


def test_plots_that_a_new_run_has(show, pages):
    titles = show(pages["run"]).evaluate(
        "() => [...document.querySelectorAll('canvas')].map((c) => c.getAttribute('aria-label'))"
    )
    for title in [
        "Response time by percentile", "Throughput", "graph: response against service time",
        "graph: response time over time", "Response time by interval", "Memory over time",
    ]:
        assert title in titles


@pytest.mark.parametrize("kind", [*KINDS, "all"])
def test_page_needs_nothing_but_itself(show, pages, kind):
    page = show(pages[kind])
    page.page.wait_for_load_state("networkidle")
    foreign = [url for url in page.requests if not url.startswith(("file:", "data:"))]
    assert foreign == []
    assert len([url for url in page.requests if url.startswith("file:")]) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_phone_needs_no_sideways_scrolling(show, pages, kind):
    page = show(pages[kind], width=390)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_colours_follow_the_scheme_while_the_page_is_open(show, pages):
    page = show(pages["run"]).page
    light = page.evaluate(f"{CHART}.data.datasets[0].borderColor")
    page.emulate_media(color_scheme="dark")
    wait_until(page, f"{CHART}.data.datasets[0].borderColor !== {json.dumps(light)}")


def test_keyboard_walks_through_points_and_switches_series(show, pages):
    page = show(pages["run"]).page
    canvas = page.locator("canvas").first
    canvas.focus()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    first = page.locator("#reading-0").text_content()
    assert "full" in first and "percentile" in first
    page.keyboard.press("ArrowDown")
    assert "delta" in page.locator("#reading-0").text_content()
    assert page.evaluate(f"{CHART}.tooltip.getActiveElements().length") == 1
    page.keyboard.press("Escape")
    assert page.locator("#reading-0").text_content() == ""
    button = page.locator("figure").first.locator("button").first
    button.focus()
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-pressed") == "false"
    assert not page.evaluate(f"{CHART}.isDatasetVisible(0)")


def test_mouse_shows_a_tooltip(show, pages):
    page = show(pages["run"]).page
    # Scrolled into view first: on a busy machine warnings push the plots down.
    page.locator("canvas").first.hover()
    lines = f"({CHART}.tooltip.body ?? []).flatMap((part) => part.lines)"
    wait_until(page, f"{lines}.some((line) => line.endsWith('s'))")


def test_figures_of_a_plot_can_be_read_as_a_table(show, pages):
    page = show(pages["run"]).page
    figures = page.locator("figure details").first
    figures.locator("summary").click()
    wait_until(page, "document.querySelectorAll('figure details table tr').length > 10")


HOSTILE = [
    "</script><script>window.owned = 1</script>",
    '"><img src=x onerror="window.owned = 1">',
    '"\u0301 onload="window.owned = 1" x="',
    "<\u0301script>window.owned = 1</script>",
    "javascript:window.owned=1",
    "{{{script}}}",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_texts_of_files_do_nothing(show, results, folder, text):
    def change(document):
        document["command"] = ["bench", text]
        document["environment"]["allocator"] = text
        document["environment"]["missing"] = [text]
        for run in document["result"]["runs"]:
            run["strategy"] = run["reason"] = text

    path = edited(results["run"], folder / "hostile.json", change)
    target = folder / "hostile.html"
    bench("report", path, "--output", target)
    page = show(target)
    assert page.evaluate("window.owned") is None
    assert page.evaluate("document.scripts.length") == 3
    assert page.evaluate("document.images.length") == 0
    # And they are there to be read.
    assert text.split("\u0301")[0] in page.evaluate("document.body.innerText")


def test_broken_files_are_told_in_one_sentence(results, folder):
    broken = edited(
        results["run"], folder / "broken.json", lambda document: document.pop("environment")
    )
    ended = bench("report", broken, "--output", folder / "no.html", statuses=(65,))
    # One sentence, in lines of at most 100 columns.
    assert "environment is missing" in " ".join(ended.stderr.split())
    assert ended.stderr.count("bench: ") == 1
    ended = bench("report", folder / "none.json", "--output", folder / "no.html", statuses=(66,))
    assert "none.json: no such file" in ended.stderr
    assert not (folder / "no.html").exists()


@pytest.mark.parametrize("kind", ["published-run", "saturation", "peers", "memory", "all"])
def test_a_page_fits_on_paper_with_its_legends(show, pages, kind):
    page = show(pages[kind]).page
    # A4 between the margins of the style sheet, in CSS pixels.
    page.set_viewport_size({"width": 703, "height": 1000})
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= 703
    cut = page.evaluate("""() => [...document.querySelectorAll("table, canvas, pre")]
      .filter((part) => part.checkVisibility() && part.getBoundingClientRect().right > 704)
      .map((part) => part.tagName)""")
    assert cut == []
    legends = page.evaluate("""() => [...document.querySelectorAll("figure:has(canvas) .legend")]
      .map((legend) => legend.checkVisibility() && legend.textContent.length > 0)""")
    assert legends and all(legends)
    # What nobody can open on paper is not there, unless it was open.
    assert not page.evaluate(
        "[...document.querySelectorAll('.figures')].some((part) => part.checkVisibility())")
    assert page.pdf(format="A4", prefer_css_page_size=True).startswith(b"%PDF")
