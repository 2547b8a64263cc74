import type { Ledger } from './ledger.ts';
import type { Random } from './random.ts';
import type { ServerOptions, ServerProcess } from './server-process.ts';

/** What a scenario gets. Folders, processes and cleanups end with it, also after a failure. */
export type Context = {
  random: Random;
  /** Seconds that the scenario may use; the work is scaled to them. */
  seconds: number;
  isFull: boolean;
  /** Whether the seconds are over. */
  isOver(): boolean;
  /** An empty folder, for the server, and a ledger of what it is sent. */
  dataDir: string;
  ledger: Ledger;
  /** Makes another empty folder. */
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

export function scenario(name: string, seconds: Scenario['seconds'], run: Scenario['run']): Scenario {
  return { name, seconds, run };
}
