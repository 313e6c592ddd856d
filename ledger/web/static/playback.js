// Playing a game back by itself, and how fast.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

/** Steps on at its speed as long as it is on; `step` says false at the end. */
export class Playback {
  constructor(step, changed) {
    Object.assign(this, { step, changed });
    this.on = false;
    this.speed = 2;
  }

  /** Play or pause. */
  toggle(on = !this.on) {
    if (on === this.on) return;
    this.on = on;
    clearTimeout(this.timer);
    this.changed();
    if (on) this.#wait();
  }

  /** Faster or slower; with 0 faster, and from the fastest to the slowest. */
  change(way) {
    const at = SPEEDS.indexOf(this.speed);
    const next = way ? Math.min(Math.max(at + way, 0), SPEEDS.length - 1) : (at + 1) % SPEEDS.length;
    this.speed = SPEEDS[next];
    this.changed();
  }

  #wait() {
    this.timer = setTimeout(() => {
      if (this.step()) this.#wait();
      else this.toggle(false);
    }, 1000 / this.speed);
  }
}
