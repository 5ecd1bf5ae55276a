// The main thread's end of the worker: events to it, asks of a frame, and questions with
// an answer. Never waits for the worker otherwise.

export class WorkerLink {
  /** `heard[type](message)` for each message; `failed()` if the worker cannot start. */
  constructor(heard, failed) {
    this.questions = new Map();
    this.asked = 0;
    /** Main-thread time of handlers since it was last taken, for the frame meter. */
    this.handlerMs = 0;
    this.worker = new Worker("/owner.js", { type: "module", name: "owner" });
    this.worker.onmessage = ({ data }) => {
      this.worker.onerror = null;
      const begun = performance.now();
      if (data.type === "reply") this.answer(data);
      else heard[data.type](data);
      this.handlerMs += performance.now() - begun;
    };
    this.worker.onerror = failed;
  }

  send(message) {
    this.worker.postMessage(message);
  }

  event(event) {
    this.send({ type: "event", event });
  }

  /** A promise of the worker's reply. */
  question(type) {
    this.asked += 1;
    const number = this.asked;
    return new Promise((resolve) => {
      this.questions.set(number, resolve);
      this.send({ type, number });
    });
  }

  answer({ number, reply }) {
    this.questions.get(number)?.(reply);
    this.questions.delete(number);
  }
}
