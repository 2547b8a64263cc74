import { readFileSync } from 'node:fs';

/**
 * Makes the clock of a process, and of its worker threads, jump: loaded with `node --import`, it adds to every reading of
 * `Date` the milliseconds that the file named by BENCHTOP_TORTURE_CLOCK holds.
 */
const file = process.env.BENCHTOP_TORTURE_CLOCK ?? '';
const RealDate = Date;
let offset = 0;
let readAt = Number.NEGATIVE_INFINITY;

function currentOffset(): number {
  const now = performance.now();
  if (now - readAt > 20) {
    readAt = now;
    offset = Number(readFileSync(file, 'utf8')) || 0;
  }
  return offset;
}

class JumpingDate extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + currentOffset());
    else super(...(args as [number]));
  }

  static override now(): number {
    return RealDate.now() + currentOffset();
  }
}

// `Date()` without `new` is left out: nothing asks the time that way.
globalThis.Date = JumpingDate as DateConstructor;
