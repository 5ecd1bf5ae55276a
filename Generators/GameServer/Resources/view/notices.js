// All that the page shows beside the rows: connection, skeleton, error, the bar that says
// that the list may be old, the end of the list, a word about storage.

const SKELETON_MS = 200;
const CONNECTIONS = {
  live: "Live", waiting: "No feed", connecting: "Connecting", paused: "Paused",
  offline: "Offline", failed: "Not loaded",
};
const SENTENCES = {
  live: "odds are live", waiting: "odds may be old, as their feed is away",
  connecting: "connecting to the live odds", paused: "paused", offline: "offline",
};

/** Without matches nothing is live, though the stream may be connected. */
function connectionOf({ loadState, connection }) {
  const isConnected = connection === "live" || connection === "waiting";
  return loadState === "failed" && isConnected ? "failed" : connection;
}

function part(id) {
  return document.getElementById(id);
}

export class Notices {
  /** `retry()` is called by the Retry buttons. */
  constructor(statusLine, list, retry) {
    this.statusLine = statusLine;
    this.list = list;
    this.retry = retry;
    this.state = null;
    this.skeletonTimer = null;
    this.saidStorage = false;
  }

  show(state) {
    const former = this.state;
    this.state = state;
    const connection = part("connection");
    const word = connectionOf(state);
    connection.dataset.state = word;
    part("connection-word").textContent = CONNECTIONS[word];
    this.showSkeleton(state.loadState === "loading" || state.loadState === "idle");
    const { failure } = state;
    this.showOne("error", state.loadState === "failed" ? failure : null);
    this.showOne("stale", state.loadState === "failed" ? null : failure);
    part("none").hidden = !(state.known === 0 && state.loadState === "loaded");
    this.list.classList.toggle("dim", state.resetting);
    this.list.setAttribute("aria-busy", String(state.resetting));
    part("refresh").setAttribute("aria-disabled", String(state.resetting));
    part("refresh").classList.toggle("busy", state.loadState === "refreshing");
    if (!state.storage && !this.saidStorage) this.sayStorage();
    if (former === null || this.words(former) !== this.words(state)) {
      this.statusLine.say(this.words(state));
    }
  }

  /** With the rows, so that the list is as long as it was when its place is taken up. */
  showEnd({ known, count }) {
    part("end").hidden = !(known > 0 && count === known);
    part("end").textContent = `All ${known} matches are shown.`;
  }

  words({ loadState, connection, known, resetting }) {
    if (loadState === "idle" || loadState === "loading") return "Loading matches.";
    if (loadState === "failed") return "";
    const list = resetting ? "Loading new matches" : `${known} matches`;
    return `${list}, ${SENTENCES[connection]}.`;
  }

  showSkeleton(isWanted) {
    if (!isWanted) {
      this.forgetSkeleton();
      part("skeleton").hidden = true;
    } else if (this.skeletonTimer === null) {
      this.skeletonTimer = setTimeout(() => requestAnimationFrame(() => {
        if (this.skeletonTimer !== null) part("skeleton").hidden = false;
      }), SKELETON_MS);
    }
  }

  forgetSkeleton() {
    clearTimeout(this.skeletonTimer);
    this.skeletonTimer = null;
  }

  /** Hidden: nothing runs. */
  rest() {
    this.forgetSkeleton();
    this.statusLine.rest();
  }

  /** Visible again; the skeleton goes on with the state that follows. */
  goOn() {
    this.statusLine.goOn();
  }

  /** Shows what the template of this name holds with these words; null takes it away. */
  showOne(name, words) {
    const place = part(`${name}-place`);
    const shown = place.firstElementChild;
    if (words === null) {
      if (shown !== null) this.takeAway(shown);
      return;
    }
    const notice = shown ?? part(name).content.firstElementChild.cloneNode(true);
    const line = notice.querySelector(".words");
    if (line.textContent !== words) line.textContent = words;
    if (shown !== null) return;
    notice.querySelector("button").addEventListener("click", this.retry);
    place.append(notice);
  }

  /** The focus of its button goes on to the one that is always there. */
  takeAway(notice) {
    const hadFocus = notice.contains(document.activeElement);
    notice.remove();
    if (hadFocus) part("refresh").focus({ preventScroll: true });
  }

  sayStorage() {
    this.saidStorage = true;
    const bar = part("storage-bar");
    bar.hidden = false;
    this.statusLine.note(bar.querySelector("p").textContent);
    bar.querySelector("button").addEventListener("click", () => requestAnimationFrame(() => {
      bar.hidden = true;
      part("refresh").focus({ preventScroll: true });
    }));
  }
}
