import type { ServerProcess } from '../../src-server/testing/process.ts';
import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { ServerOptions } from './server-process.ts';

/** The tools of a scenario. Folders and processes are removed when it ends, also after a failure. */
export type Context = {
  random: Random;
  /** Seconds for the scenario, which scales its work to them. */
  seconds: number;
  isFull: boolean;
  /** Reports whether the seconds are over. */
  isOver(): boolean;
  /** An empty data folder, and the ledger of the events sent to it. */
  dataDir: string;
  ledger: Ledger;
  /** Makes another empty folder. */
  folder(): string;
  /** Starts a server process; throws EndedAtStart when it ends before it listens. */
  start(options: ServerOptions): Promise<ServerProcess>;
  /** Adds a cleanup; they run in reverse order. */
  onEnd(cleanup: () => void | Promise<void>): void;
};

/** `skipped`: what this machine lacks. Failures are thrown. */
export type Outcome = { figures: string } | { skipped: string };

export type Scenario = {
  name: string;
  seconds: { ci: number; full: number };
  run(context: Context): Promise<Outcome>;
};

export function scenario(name: string, seconds: Scenario['seconds'], run: Scenario['run']): Scenario {
  return { name, seconds, run };
}
