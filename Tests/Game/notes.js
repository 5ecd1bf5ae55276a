// Runs in each document before its own scripts, and notes what happens there, with
// the page's own clock: a driver's round trips would take as long as what is checked.
// Times are milliseconds since 1970, as are those of the server's control.
(() => {
  const notes = {
    // When the document began, and when its scripts did.
    begun: performance.timeOrigin,
    scripts: null,
    // [time, rows] each time that the number of visible rows changed.
    rows: [],
    // By match id, when a row of it first stood in the list.
    seen: {},
    // By test id, [time, text] each time that it changed; null while it is not there.
    texts: { skeleton: [], connection: [], status: [], error: [], 'stale-bar': [], end: [] },
    // The size and place of a row of the skeleton, and of the first row.
    places: {},
    // Frames that showed rows and a skeleton.
    both: 0,
    shifts: [],
    tasks: [],
    errors: [],
    // [time, name, state] of page events.
    events: [],
  };
  window.notes = notes;
  const now = () => performance.timeOrigin + performance.now();
  const find = (id) => document.querySelector(`[data-testid="${id}"]`);
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });

  const see = (node) => {
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    for (const row of [node, ...node.querySelectorAll('[data-match-id]')]) {
      const id = row.dataset.matchId;
      if (id !== undefined && !(id in notes.seen)) notes.seen[id] = now();
    }
  };
  let rowCount = 0;
  const lookAt = (records) => {
    for (const record of records) {
      for (const node of record.addedNodes) see(node);
      if (record.type === 'attributes') see(record.target);
    }
    const rows = document.querySelectorAll('[data-testid="row"]');
    const count = rows.length > 0 && visible(rows[0]) ? rows.length : 0;
    if (count !== rowCount) {
      rowCount = count;
      notes.rows.push([now(), count]);
      if (!notes.places.row && count > 0) notes.places.row = place(rows[0]);
    }
    for (const [id, changes] of Object.entries(notes.texts)) {
      const element = find(id);
      const text = element && visible(element) ? element.textContent.trim() : null;
      if (text === (changes.length > 0 ? changes[changes.length - 1][1] : null)) continue;
      changes.push([now(), text]);
      if (id === 'skeleton' && text !== null) notes.places.skeleton = place(element);
    }
  };
  const place = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { left, top, width, height, children: [...element.children].map(place) };
  };
  new MutationObserver(lookAt).observe(document, {
    subtree: true, childList: true, characterData: true, attributes: true,
    attributeFilter: ['data-match-id', 'hidden', 'class'],
  });

  // Before the page's own: what the frame before it showed.
  const look = () => {
    const row = find('row');
    const skeleton = find('skeleton');
    if (row && skeleton && visible(row) && visible(skeleton)) notes.both += 1;
    if (performance.now() < 5_000) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      notes.shifts.push({
        time: performance.timeOrigin + entry.startTime, value: entry.value,
        recentInput: entry.hadRecentInput,
        sources: entry.sources.map(({ node, previousRect, currentRect }) =>
          `${node?.outerHTML?.slice(0, 80) ?? node?.textContent}: ` +
          `${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`),
      });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) {
      notes.tasks.push({ time: performance.timeOrigin + startTime, duration });
    }
  }).observe({ type: 'longtask', buffered: true });

  document.addEventListener('readystatechange', () => {
    if (document.readyState === 'interactive') notes.scripts = now();
  });
  addEventListener('error', ({ message }) => notes.errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => notes.errors.push(String(reason)));
  for (const name of ['visibilitychange', 'freeze', 'resume']) {
    document.addEventListener(
      name, () => notes.events.push([now(), name, document.visibilityState]), { capture: true });
  }
  for (const name of ['pagehide', 'pageshow']) {
    addEventListener(name, ({ persisted }) => {
      const rows = document.querySelectorAll('[data-testid="row"]').length;
      notes.events.push([now(), name, { persisted, rows, top: tools.scroller()?.scrollTop }]);
    }, { capture: true });
  }

  // What checks call.
  const tools = {
    now,
    row: (id) => document.querySelector(`[data-testid="row"][data-match-id="${id}"]`),
    cell: (id, side) => tools.row(id)?.querySelector(`[data-testid="odds-${side}"]`),
    ids: () => [...document.querySelectorAll('[data-testid="row"]')]
      .map((row) => Number(row.dataset.matchId)),
    // What scrolls the list.
    scroller() {
      for (let box = find('list'); box; box = box.parentElement) {
        if (box.scrollHeight > box.clientHeight + 1 &&
            /auto|scroll/.test(getComputedStyle(box).overflowY)) return box;
      }
      return document.scrollingElement;
    },
    // The height of the part of the list that is in view, below whatever sticks there.
    view() {
      const box = tools.scroller();
      const page = box === document.scrollingElement;
      const { top, bottom } =
        page ? { top: 0, bottom: innerHeight } : box.getBoundingClientRect();
      let first = top;
      for (const y of [1, 20, 40, 60, 80, 100, 120, 140, 160, 180, 200]) {
        if (document.elementFromPoint(innerWidth / 2, top + y)?.closest('[data-testid="row"]')) break;
        first = top + y;
      }
      return { top: first, bottom };
    },
    // The first row of which the middle is in view.
    top() {
      const { top } = tools.view();
      for (const row of document.querySelectorAll('[data-testid="row"]')) {
        const box = row.getBoundingClientRect();
        if (box.top + box.height / 2 > top) return [Number(row.dataset.matchId), box.top];
      }
      return null;
    },
    // All text that is seen, with that which styles add.
    text(element) {
      const parts = [];
      const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) parts.push(node.data);
        if (node.nodeType !== Node.ELEMENT_NODE) return;
        const style = getComputedStyle(node);
        if (style.display === 'none' || style.visibility === 'hidden' || style.opacity === '0') return;
        for (const side of ['::before', 'inside', '::after']) {
          if (side === 'inside') {
            node.childNodes.forEach(walk);
            continue;
          }
          const added = getComputedStyle(node, side);
          const content = added.content.match(/^"([^"]*)"/);
          if (content && added.display !== 'none' && added.visibility !== 'hidden' &&
              added.opacity !== '0' && added.color !== 'rgba(0, 0, 0, 0)') parts.push(content[1]);
        }
      };
      walk(element);
      return parts.join('');
    },
    odds: (cell) => tools.text(cell).match(/\d+\.\d\d(?!\d)|–/)?.[0] ?? null,
    background(element) {
      let layers = [];
      for (let box = element; box; box = box.parentElement) {
        const layer = rgba(getComputedStyle(box).backgroundColor);
        layers.push(layer);
        if (layer[3] === 1) break;
      }
      const dark = matchMedia('(prefers-color-scheme: dark)').matches;
      return layers.reverse().reduce(over, dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
    },
    // The ratio of WCAG between the text's colour and what it stands on.
    contrast(element) {
      const ground = tools.background(element);
      const [high, low] = [over(ground, rgba(getComputedStyle(element).color)), ground]
        .map(luminance).sort((a, b) => b - a);
      return (high + 0.05) / (low + 0.05);
    },
    // How opaque an element is, with all that it stands in.
    opacity(element) {
      let product = 1;
      for (let box = element; box; box = box.parentElement) {
        product *= Number(getComputedStyle(box).opacity);
      }
      return product;
    },
    // Notes at each frame what a cell looks like, as long as it changes.
    watch(id, side) {
      const frames = [];
      const watched = { frames };
      const frame = () => {
        const cell = tools.cell(id, side);
        if (!cell) return;
        const text = tools.text(cell);
        const state = {
          odds: tools.odds(cell), up: cell.classList.contains('up'),
          down: cell.classList.contains('down'), signUp: text.includes('▲'),
          signDown: text.includes('▼'), blinks: Number(cell.dataset.blinks),
          color: getComputedStyle(cell).color, background: tools.background(cell).join(),
          contrast: Math.round(tools.contrast(cell) * 100) / 100,
          // Only such as go on: what was ended counts for nothing.
          animations: document.getAnimations().filter((a) => a.playState === 'running').length,
        };
        const last = frames[frames.length - 1];
        if (!last || JSON.stringify({ ...last, time: 0 }) !== JSON.stringify({ ...state, time: 0 })) {
          frames.push({ ...state, time: now() });
        }
        requestAnimationFrame(frame);
      };
      frame();
      return watched;
    },
    // Notes at each frame where a row is, as long as it moves; null once it is gone.
    follow(id) {
      const places = [];
      const frame = () => {
        const top = tools.row(id)?.getBoundingClientRect().top ?? null;
        if (places.length === 0 || places[places.length - 1][1] !== top) places.push([now(), top]);
        requestAnimationFrame(frame);
      };
      frame();
      return places;
    },
    // The time at which the cells in the document show what is expected of them.
    async shows(expected, milliseconds) {
      const until = performance.now() + milliseconds;
      const wrong = () => tools.ids().flatMap((id) => ['a', 'b'].map((side, index) => {
        const shown = tools.odds(tools.cell(id, side));
        const odds = expected[id]?.[index];
        return shown === odds ? null : `${id} ${side}: ${shown}, not ${odds}`;
      })).filter((text) => text !== null);
      while (performance.now() < until) {
        if (tools.ids().length > 0 && wrong().length === 0) return { time: now(), wrong: [] };
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return { time: now(), wrong: wrong() };
    },
  };
  window.tools = tools;

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (ground, [r, g, b, a]) =>
    [r, g, b].map((part, index) => part * a + ground[index] * (1 - a)).concat(1);
  const luminance = (color) => color.slice(0, 3)
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
})();
