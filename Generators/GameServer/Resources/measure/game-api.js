// `window.game`: what tests and the benchmark see of the page. It reads, and measures
// when told to; the page itself never calls it.

import { FrameMeter } from "./frame-meter.js";
import { made } from "../view/match-row.js";
import { touched } from "../view/odds-cell.js";

/** So long a closed stream is left alone before an idle page is measured. */
const SETTLED_MS = 300;

function after(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

export function gameAPI({ settings, link, list, life }) {
  async function inspect() {
    const { counters, ...state } = await link.question("inspect");
    return {
      ...state,
      counters: { ...counters, rowsMade: made.rows, cellsTouched: touched.cells },
    };
  }

  async function measure(seconds) {
    const begun = await link.question("measure");
    if (begun.clock === null) {
      await link.question("measured");
      throw new Error("The stream is not connected, so that nothing can be measured.");
    }
    const superseded = touched.superseded;
    const meter = new FrameMeter(link);
    await after(seconds * 1_000);
    meter.end();
    const { clock, paint, stages, updates } = await link.question("measured");
    return {
      schema: 1,
      render: settings.render,
      rate: settings.rate,
      matches: list.model.known,
      viewport: { width: innerWidth, height: innerHeight, scale: devicePixelRatio },
      clock,
      paint,
      stages,
      ...meter.result(),
      updates: { ...updates, superseded: touched.superseded - superseded },
    };
  }

  async function measureIdle(seconds) {
    link.event({ type: "hide" });
    await after(SETTLED_MS);
    const meter = new FrameMeter(link);
    await after(seconds * 1_000);
    meter.end();
    if (life.isAwake) link.event({ type: "show", online: navigator.onLine });
    return meter.result();
  }

  async function heap() {
    if (performance.measureUserAgentSpecificMemory === undefined) return null;
    const { bytes } = await performance.measureUserAgentSpecificMemory();
    return { bytes };
  }

  function shown() {
    return Array.from(list.element.children, (row) => [
      Number(row.dataset.matchId),
      row.querySelector('[data-testid="odds-a"]').textContent,
      row.querySelector('[data-testid="odds-b"]').textContent,
    ]);
  }

  return Object.freeze({ inspect, measure, measureIdle, heap, shown });
}
