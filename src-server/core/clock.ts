/** Current time (milliseconds UTC) and new ids are passed in, so that tests and screenshots are deterministic. */
export type Clock = { now(): number; uuid(): string };

/** Milliseconds that this thread was blocked by another one. */
let waitedMs = 0;

/** Adds milliseconds in which this thread waited for another one. */
export function addWaited(milliseconds: number): void {
  waitedMs += milliseconds;
}

/** Weight of a millisecond of waiting: this thread is blocked, but other threads can run. */
const waitWeight = 0.2;

/** Returns milliseconds of processor time of this thread, plus its weighted waits: a limit in these holds on a busy machine too. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000 + waitedMs * waitWeight;
}
