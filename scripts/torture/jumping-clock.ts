import { readFileSync } from 'node:fs';

/**
 * Makes the clocks of a process, and of its worker threads, jump: loaded with `node --import`, it adds the milliseconds in the
 * file named by BENCHTOP_TORTURE_CLOCK to every reading of `Date`, and those after a space to `performance.now()`. Timers keep
 * their own time.
 */
const file = process.env.BENCHTOP_TORTURE_CLOCK ?? '';
const RealDate = Date;
const realNow = performance.now.bind(performance);
let offsets = { wall: 0, monotonic: 0 };
let readAt = Number.NEGATIVE_INFINITY;

function currentOffsets(): typeof offsets {
  const now = realNow();
  if (now - readAt > 20) {
    readAt = now;
    const text = readFileSync(file, 'utf8');
    const [wall = 0, monotonic = 0] = text.split(' ').map(Number);
    // Briefly empty while it is written.
    if (text !== '') offsets = { wall, monotonic };
  }
  return offsets;
}

class JumpingDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + currentOffsets().wall);
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + currentOffsets().wall;
  }
}

// `Date()` without `new` is not patched: nothing uses it.
globalThis.Date = JumpingDate as DateConstructor;
performance.now = () => realNow() + currentOffsets().monotonic;
