// Draws what the worker sends, in animation frames, and asks for the next batch after
// each paint. While nothing changes there is neither a frame nor an ask.

import { afterPaint } from "./paints.js";
import { touched } from "./odds-cell.js";

/** Frames follow each other so fast, until measured. */
const FRAME_MS = 1000 / 60;

export class Screen {
  /** `parts`: `{list, geometry, notices, paging, takePlace}`. */
  constructor(settings, link, parts) {
    this.settings = settings;
    this.link = link;
    this.parts = parts;
    this.queue = [];
    this.requested = false;
    this.frameMs = FRAME_MS;
    this.frameAt = 0;
    /** The last batch drawn since the last frame. */
    this.drawn = 0;
    /** The ask that the worker holds, as text, or none. */
    this.held = "";
    this.draw = (time) => this.drawFrame(time);
  }

  request() {
    if (this.requested) return;
    this.requested = true;
    requestAnimationFrame(this.draw);
  }

  take(message) {
    if (message.type === "batch") this.held = "";
    if (message.type === "batch" && this.settings.render !== "frame") this.drawAtOnce(message);
    else this.queue.push(message);
    this.request();
  }

  drawFrame(time) {
    this.requested = false;
    touched.frame += 1;
    const interval = time - this.frameAt;
    if (interval > 4 && interval < 20) this.frameMs += (interval - this.frameMs) / 10;
    this.frameAt = time;
    const { list, paging } = this.parts;
    this.drawQueue(time);
    list.makeRange(time);
    list.blinks.goOut(time);
    paging.observe();
    this.delay(performance.now());
    // What is drawn before the paint's task runs shows in the next one.
    const { drawn } = this;
    this.drawn = 0;
    afterPaint((paintedAt) => this.afterFrame(paintedAt, drawn));
  }

  drawQueue(time) {
    const { list, notices, takePlace } = this.parts;
    for (const message of this.queue) {
      if (message.type === "state") {
        notices.show(message);
      } else if (message.type === "rows") {
        list.take(message, time);
        notices.showEnd(list.model);
        takePlace();
      } else {
        this.drawBatch(message, time);
      }
    }
    this.queue.length = 0;
  }

  drawBatch(message, time) {
    const { list } = this.parts;
    this.drawn = message.batch;
    if (message.version === list.model.version) list.apply(message, time);
  }

  /** The two renderings that ours is compared with: each message by itself. */
  drawAtOnce(message) {
    const time = performance.now();
    this.drawQueue(time);
    this.drawBatch(message, time);
    if (this.settings.render === "all") this.parts.list.drawAnew(time);
  }

  /** `?slow=MS`: frames that take too long, on purpose. */
  delay(begun) {
    const { slow } = this.settings;
    while (slow > 0 && performance.now() - begun < slow);
  }

  /** `drawn` is the last batch that the frame shows, or 0. */
  afterFrame(time, drawn) {
    const { list, geometry } = this.parts;
    const { count, version } = list.model;
    const { timeOrigin } = performance;
    const painted = drawn === 0 ? null : { batch: drawn, at: timeOrigin + time };
    const ranges = {
      version, near: geometry.near(count), seen: geometry.seen(count), made: list.made,
    };
    const text = JSON.stringify(ranges);
    if (version > 0 && (text !== this.held || this.settings.render !== "frame")) {
      this.held = text;
      ranges.next = timeOrigin + this.nextFrame(time);
      this.link.send({ type: "ask", ask: ranges, painted });
    } else if (painted !== null) {
      this.link.send({ type: "painted", painted });
    }
  }

  nextFrame(time) {
    const passed = Math.ceil((time - this.frameAt) / this.frameMs);
    return this.frameAt + Math.max(1, passed) * this.frameMs;
  }
}
