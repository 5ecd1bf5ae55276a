// The main thread's frames for a while: their intervals, the time that each takes, tasks
// and frames that are long. A frame's time goes from its first callback to the first task
// after its paint, with the handlers of messages since the frame before.

import { afterPaint } from "../view/paints.js";
import { Histogram } from "./histogram.js";

/** At 60 Hz; a frame is late after half as much again. */
const FRAME_MS = 1000 / 60;
const LATE_MS = 1.5 * FRAME_MS;
const ROUNDED = 1_000;

function rounded(milliseconds) {
  return Math.round(milliseconds * ROUNDED) / ROUNDED;
}

export class FrameMeter {
  constructor(link) {
    this.link = link;
    this.interval = new Histogram();
    this.mainThread = new Histogram();
    this.late = 0;
    this.longestMs = 0;
    this.longTasks = [];
    this.longFrames = [];
    this.former = null;
    this.runs = true;
    this.begun = performance.now();
    link.handlerMs = 0;
    this.observers = [
      this.observe("longtask", this.longTasks),
      this.observe("long-animation-frame", this.longFrames),
    ];
    this.next = (time) => this.frame(time);
    requestAnimationFrame(this.next);
  }

  observe(type, into) {
    const take = (entries) => {
      for (const entry of entries) if (entry.startTime >= this.begun) into.push(entry);
    };
    const observer = new PerformanceObserver((list) => take(list.getEntries()));
    if (PerformanceObserver.supportedEntryTypes.includes(type)) observer.observe({ type });
    return { end: () => {
      take(observer.takeRecords());
      observer.disconnect();
    } };
  }

  frame(time) {
    if (!this.runs) return;
    requestAnimationFrame(this.next);
    const begun = performance.now();
    const handlers = this.link.handlerMs;
    this.link.handlerMs = 0;
    if (this.former !== null) this.count(time - this.former);
    this.former = time;
    afterPaint((at) => {
      if (this.runs) this.mainThread.recordMs(at - begun + handlers);
    });
  }

  count(interval) {
    this.interval.recordMs(interval);
    if (interval > LATE_MS) this.late += 1;
    this.longestMs = Math.max(this.longestMs, interval);
  }

  end() {
    this.runs = false;
    this.seconds = (performance.now() - this.begun) / 1_000;
    for (const observer of this.observers) observer.end();
  }

  frames() {
    return {
      count: this.interval.total,
      late: this.late,
      longestMs: rounded(this.longestMs),
      medianMs: this.interval.quantile(0.5) / 1_000,
      interval: this.interval.export(),
    };
  }

  result() {
    const longest = this.longTasks.reduce((most, task) => Math.max(most, task.duration), 0);
    return {
      seconds: rounded(this.seconds),
      frames: this.frames(),
      mainThread: this.mainThread.export(),
      longTasks: { count: this.longTasks.length, longestMs: rounded(longest) },
      longAnimationFrames: this.longFrames.map((frame) => ({
        startMs: rounded(frame.startTime),
        durationMs: rounded(frame.duration),
        blockingMs: rounded(frame.blockingDuration),
      })),
    };
  }
}
