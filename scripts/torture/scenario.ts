import type { Random } from './random.ts';
import type { ServerOptions, ServerProcess } from './server-process.ts';

/** What a scenario gets. Folders, processes and cleanups end with it, also after a failure. */
export type Context = {
  random: Random;
  /** Seconds that the scenario may use; the work is scaled to them. */
  seconds: number;
  isFull: boolean;
  /** Makes an empty folder. */
  folder(): string;
  /** Starts a server process; throws StartError when it ends before it listens. */
  start(options: ServerOptions): Promise<ServerProcess>;
  /** Adds a cleanup; they run in reverse order. */
  onEnd(cleanup: () => void | Promise<void>): void;
};

/** `skipped` says what this machine lacks. A failure is thrown. */
export type Outcome = { figures: string } | { skipped: string };

export type Scenario = {
  name: string;
  seconds: { ci: number; full: number };
  run(context: Context): Promise<Outcome>;
};

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Asks until the answer is not undefined; throws after `seconds`, which only tell a hang. */
export async function waitFor<Value>(
  what: string,
  seconds: number,
  ask: () => Value | undefined | Promise<Value | undefined>,
): Promise<Value> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`Waited ${seconds} s for ${what}.`);
    await pause(50);
  }
}
