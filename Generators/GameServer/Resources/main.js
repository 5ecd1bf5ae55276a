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
/** Where the session's list stood; null once its rows are there. */
let place = session.scroll;
let screen = null;

let retry = () => link.event({ type: "retry" });
const link = new WorkerLink({
  rows: (message) => {
    pages = message.pages;
    if (message.top) place = null;
    screen.take(message);
  },
  state: (message) => screen.take(message),
  batch: (message) => screen.take(message),
  record: ({ text }) => storage.keep(text),
  forget: () => storage.forget(),
}, () => {
  retry = () => location.reload();
  screen.take({
    type: "state", loadState: "failed", connection: "paused", resetting: false,
    failure: "The part of the page that loads them could not be started.",
    known: 0, shown: 0, storage: true,
  });
});

const requestDraw = () => screen?.request();
const geometry = new Geometry(
  { list: part("list"), probe: part("probe"), header: part("header") }, requestDraw,
);
const blinks = new Blinks(requestDraw);
const list = new MatchList(part("list"), geometry, blinks);
const statusLine = new StatusLine(part("status"));
const notices = new Notices(statusLine, part("list"), () => retry());
const paging = new Paging(list, (shown) => link.event({ type: "more", shown }));

/** The first rows are there: the session's place is taken up again. */
function takePlace() {
  if (place !== null && place > 0) geometry.scrollTo(place);
  place = null;
}

screen = new Screen(settings, link, { list, geometry, notices, paging, takePlace });
new RowKeys(list, requestDraw);

const refresh = () => link.event({ type: "refresh" });
part("refresh").addEventListener("click", refresh);
new Pull(part("pull"), refresh);

function write() {
  storage.write();
  storage.writeSession(pages, place ?? scrollY);
}

const life = new PageLife({
  woke: () => {
    link.event({ type: "show", online: navigator.onLine });
    screen.request();
    notices.goOn();
  },
  slept: () => {
    write();
    blinks.rest();
    notices.rest();
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
