"""The document changes in animation frames alone (§4.2)."""

from page import REFUSED

# Notes each change of the document that comes in no frame, from the page's first script on.
OUTSIDE_FRAMES = """
    window.outside = [];
    let inFrame = false;
    const request = window.requestAnimationFrame;
    window.requestAnimationFrame = (callback) => request.call(window, (time) => {
      inFrame = true;
      // Behind the observers of what the callback changes.
      try { callback(time); } finally { queueMicrotask(() => { inFrame = false; }); }
    });
    const observer = new MutationObserver((records) => {
      if (!inFrame) outside.push(...records.map(({ type, attributeName, target }) =>
        `${type} ${attributeName ?? ''} of ${target.id || target.nodeName}`));
    });
    document.addEventListener('readystatechange', () => {
      if (document.readyState === 'interactive') observer.observe(document, {
        subtree: true, childList: true, characterData: true, attributes: true });
    });"""


def test_the_document_changes_in_frames_alone(open_page, world):
    world.pause()
    page = open_page()
    page.allow(REFUSED)
    page.before_scripts(OUTSIDE_FRAMES)
    world.control(delayMs=800)
    page.open(retryBase=10)
    page.wait("the skeleton", lambda: page.find("skeleton"))
    page.loaded()
    world.control(delayMs=0)
    match = page.ids()[1]
    world.push(match, 3.33, 4.44)
    page.wait("a blink", lambda: page.blinks(match) == [1, 1])
    page.show_all()
    page.run("scrollTo({ top: 0, behavior: 'instant' })")
    page.frame()
    page.pull(60)
    world.control(fail={"matches": 6, "status": 500})
    page.press("refresh")
    page.wait("the bar", lambda: page.find("stale-bar"))
    old = page.ids()
    page.press("retry")
    page.wait("the new list", lambda: page.ids() and page.ids() != old)
    world.control(dropSockets=True)
    page.wait("the word", lambda: page.text("connection") == "Connecting")
    page.loaded()
    assert page.notes()["texts"]["status"], "the region that is read out"
    assert page.run("return outside") == []
