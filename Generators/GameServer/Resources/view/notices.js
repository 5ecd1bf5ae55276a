// All that the page shows beside the rows: connection, skeleton, error, the bar that says
// that the list may be old, the end of the list, a word about storage.

const SKELETON_MS = 200;
const CONNECTIONS = {
  live: "Live", waiting: "No feed", connecting: "Connecting", paused: "Paused",
  offline: "Offline",
};
const SENTENCES = {
  live: "odds are live", waiting: "odds may be old, as their feed is away",
  connecting: "connecting to the live odds", paused: "paused", offline: "offline",
};

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
    connection.dataset.state = state.connection;
    part("connection-word").textContent = CONNECTIONS[state.connection];
    this.showSkeleton(state.loadState === "loading" || state.loadState === "idle");
    this.showOne("error", state.loadState === "failed", state.error);
    this.showOne("stale", state.stale && state.loadState !== "failed", null);
    part("end").hidden = !(state.known > 0 && state.shown === state.known);
    part("end").textContent = `All ${state.known} matches are shown.`;
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

  /** Shows what the template of this name holds, or takes it away. */
  showOne(name, isWanted, words) {
    const place = part(`${name}-place`);
    const shown = place.firstElementChild;
    if (!isWanted) {
      if (shown !== null) this.takeAway(shown);
      return;
    }
    if (shown !== null) return;
    const notice = part(name).content.firstElementChild.cloneNode(true);
    if (words !== null) notice.querySelector(".words").textContent = words;
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
