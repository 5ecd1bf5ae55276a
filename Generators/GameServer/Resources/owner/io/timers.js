// Timers by name: setting one again moves it.

export class Timers {
  /** `fire(name)` is called when a timer's time has come. */
  constructor(fire) {
    this.fire = fire;
    this.running = new Map();
  }

  set(name, after) {
    this.cancel(name);
    const timer = setTimeout(() => {
      this.running.delete(name);
      this.fire(name);
    }, after);
    this.running.set(name, timer);
  }

  cancel(name) {
    clearTimeout(this.running.get(name));
    this.running.delete(name);
  }
}
