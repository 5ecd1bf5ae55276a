// The page's entry: brings its parts together.

import { gameAPI } from "./measure/game-api.js";
import { settingsFrom } from "./settings.js";
import { Blinks } from "./view/blinks.js";
import { Geometry } from "./view/geometry.js";
import { MatchList } from "./view/match-list.js";
import { Notices } from "./view/notices.js";
import { PageLife } from "./view/page-life.js";
import { PageStorage } from "./view/page-storage.js";
import { Paging } from "./view/paging.js";
import { Pull } from "./view/pull.js";
import { RowKeys } from "./view/row-keys.js";
import { Screen } from "./view/screen.js";
import { StatusLine } from "./view/status-line.js";
import { WorkerLink } from "./view/worker-link.js";

const part = (id) => document.getElementById(id);
const settings = settingsFrom(location.search);
const storage = new PageStorage();
const session = storage.session();
let pages = session.pages;
let scroll = session.scroll;
let screen = null;

const link = new WorkerLink({
  rows: (message) => {
    pages = message.top ? 1 : message.pages;
    screen.take(message);
  },
  state: (message) => screen.take(message),
  batch: (message) => screen.take(message),
  record: ({ text }) => storage.keep(text),
  forget: () => storage.forget(),
}, () => screen.take({
  type: "state", loadState: "failed", connection: "paused", stale: false, resetting: false,
  error: "This browser could not start the page's worker.", known: 0, shown: 0, storage: true,
}));

const requestDraw = () => screen?.request();
const geometry = new Geometry(
  { list: part("list"), probe: part("probe"), header: part("header") }, requestDraw,
);
const blinks = new Blinks(requestDraw);
const list = new MatchList(part("list"), geometry, blinks);
const statusLine = new StatusLine(part("status"));
const notices = new Notices(statusLine, part("list"), () => link.event({ type: "retry" }));
const paging = new Paging(list, (shown) => link.event({ type: "more", shown }));

/** The first rows are there: the session's scroll position is taken up again. */
function scrolled() {
  if (scroll > 0) geometry.scrollTo(scroll);
  scroll = 0;
}

screen = new Screen(settings, link, { list, geometry, notices, paging, scrolled });
new RowKeys(list, requestDraw);

const refresh = () => link.event({ type: "refresh" });
part("refresh").addEventListener("click", refresh);
new Pull(part("pull"), refresh);

function write() {
  storage.write();
  storage.writeSession(pages, scrollY);
}

const life = new PageLife({
  woke: () => {
    link.event({ type: "show" });
    screen.request();
    statusLine.goOn();
  },
  slept: () => {
    write();
    blinks.rest();
    statusLine.rest();
    link.event({ type: "hide" });
  },
  leaving: write,
});
for (const type of ["online", "offline"]) addEventListener(type, () => link.event({ type }));
history.scrollRestoration = "manual";

link.send({
  type: "begin",
  settings,
  start: {
    awake: life.isAwake, online: navigator.onLine, pages: session.pages, text: storage.record(),
  },
});

window.game = gameAPI({ settings, link, list, life });
