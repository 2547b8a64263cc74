import { maxName } from '../../core/contract.ts';
import { isDatabaseError } from '../../core/errors/database-error.ts';
import { removeBatchSize, usageRetentionDays } from '../../core/limits-contract.ts';
import { dayMs } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';
import type { ArrivingRuns, LaterRun } from '../../test-runs/arriving-runs.ts';
import type { Decision } from '../evaluation/decision.ts';
import type { CompiledFlag, Outcome } from '../evaluation/evaluate.ts';
import type { FlagRequests } from '../usage/flag-requests.ts';
import { loggedAnswers } from './decide-answer.ts';

/** An answered decide. `at`: milliseconds UTC. */
export type Decided = {
  projectId: number;
  distinctId: string;
  at: number;
  path: string;
  client: string | null;
  run: LaterRun;
  decision: Decision;
};

type Asked = { projectId: number; key: string; at: number; run: LaterRun };
type Usage = {
  projectId: number;
  flagId: number;
  run: LaterRun;
  slot: number;
  value: string;
  count: number;
  lastAt: number;
};
/** The usage of one test run, or without one. */
type UsageOfRun = Map<Outcome, Usage>;
type Parts = {
  database: Database;
  writer: Writer;
  flagRequests: FlagRequests;
  arrivingRuns: ArrivingRuns;
  report(error: unknown): void;
};

/**
 * Delay, ms, before decides are written together. Beyond the limit, only the newest are logged, though all are counted, so that
 * writing does not slow down answers.
 */
const writeEveryMs = 250;
const maxPending = 200;
/** Maximum number of decides in the log. */
const maxDecides = 20_000;
/** Maximum counts in memory while the database fails; the oldest are dropped. */
const maxPendingCounts = 20_000;
const usageRetentionMs = usageRetentionDays * dayMs;
export const slotMs = 60_000;
const trimEveryMs = 60_000;

/** Logs the answers of decides, for "served versus now" and usage. Collected in memory and written later, outside of requests. */
export class DecideLog {
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;
  #waiting: Decided[] = [];
  readonly #usage = new Map<LaterRun, UsageOfRun>();
  /** Counts of past intervals. */
  #past: Usage[] = [];
  #asked: Asked[] = [];
  /** The newest request of each flag by its name. */
  readonly #named = new Map<string, Asked>();
  #written = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** The last trim, by the monotonic clock. */
  #trimmedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sql = statements(parts.database);
  }

  add(decided: Decided): void {
    const { projectId, at, run, decision } = decided;
    if (decision.flags.length === 0) return;
    this.#waiting.push(decided);
    if (this.#waiting.length >= maxPending * 2) this.#waiting = this.#waiting.slice(-maxPending);
    const slot = Math.floor(at / slotMs) * slotMs;
    const usage = this.#usageOf(run);
    const { flags, outcomes } = decision;
    // Without `entries()`, which made a sixth of the garbage of a decide.
    for (let index = 0; index < flags.length; index++) {
      const outcome = outcomes[index] as Outcome;
      const counted = usage.get(outcome);
      if (counted?.slot === slot) {
        counted.count += 1;
        counted.lastAt = at;
        continue;
      }
      if (counted !== undefined) this.#past.push(counted);
      const { id: flagId } = flags[index] as CompiledFlag;
      usage.set(outcome, { projectId, flagId, run, slot, value: JSON.stringify(outcome.value), count: 1, lastAt: at });
    }
    this.#schedule();
  }

  /** Records a request for a single flag. */
  asked(asked: Asked, isKnown: boolean): void {
    if (isKnown) this.#named.set(`${asked.projectId} ${asked.key}`, asked);
    else if (this.#asked.length < maxPending && asked.key.length <= maxName) this.#asked.push(asked);
    this.#schedule();
  }

  /** Deletes some decides and counts of a test run, in the writer's transaction; returns how many. */
  removeSome(testRunId: number): number {
    const { removeDecides, removeUsage } = this.#sql;
    return removeDecides.run(testRunId, removeBatchSize).changes + removeUsage.run(testRunId, removeBatchSize).changes;
  }

  /** Writes pending entries; settles once everything logged before is written or its failure reported. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#written = Promise.all([this.#written, this.#write()]).then(() => undefined);
    return this.#written;
  }

  async #write(): Promise<void> {
    const decides = this.#waiting.slice(-maxPending);
    const usage = [...this.#past, ...[...this.#usage.values()].flatMap((counts) => [...counts.values()])];
    const asked = [...this.#asked, ...this.#named.values()];
    if (decides.length + usage.length + asked.length === 0) return;
    this.#waiting = [];
    this.#usage.clear();
    this.#past = [];
    this.#asked = [];
    this.#named.clear();
    const { writer, flagRequests, arrivingRuns, report } = this.#parts;
    const write = () => {
      for (const { projectId, key, at, run } of asked)
        flagRequests.requested(projectId, key, at, arrivingRuns.resolveLater(projectId, run, at));
      for (const decided of decides) this.#insert(decided);
      // On each write, to delete few at a time: a minute's worth at once blocks the thread.
      this.#sql.trimDecides.run(maxDecides);
      for (const { projectId, flagId, run, slot, value, count, lastAt } of usage) {
        const testRunId = arrivingRuns.resolveLater(projectId, run, lastAt) ?? 0;
        this.#sql.addUsage.run(projectId, flagId, slot, value, testRunId, count, lastAt);
      }
      this.#trimUsage(Math.max(0, ...usage.map(({ lastAt }) => lastAt)));
    };
    await writer.run(write).catch((error) => {
      if (isDatabaseError(error)) this.#keep(decides, usage, asked);
      else report(error);
    });
  }

  /** Puts unwritten entries back, to be retried. */
  #keep(decides: Decided[], usage: Usage[], asked: Asked[]): void {
    this.#waiting = [...decides, ...this.#waiting].slice(-maxPending);
    this.#asked = [...asked, ...this.#asked].slice(0, maxPending);
    this.#past = summed([...usage, ...this.#past]).slice(-maxPendingCounts);
    this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), writeEveryMs).unref();
  }

  #usageOf(run: LaterRun): UsageOfRun {
    const known = this.#usage.get(run) ?? new Map();
    this.#usage.set(run, known);
    return known;
  }

  #insert({ projectId, distinctId, at, path, client, run, decision }: Decided): void {
    const id = this.#parts.arrivingRuns.resolveLater(projectId, run, at);
    this.#sql.insert.run(projectId, distinctId, at, path, client, loggedAnswers(decision), id);
  }

  #trimUsage(now: number): void {
    if (performance.now() - this.#trimmedAt < trimEveryMs) return;
    this.#trimmedAt = performance.now();
    // After a clock jump all entries look old: delete few at a time, but more than are added.
    this.#sql.trimUsage.run(now - usageRetentionMs, 2 * trimEveryMs);
  }
}

/** Sums counts by flag, test run, interval and value. */
function summed(counts: Usage[]): Usage[] {
  const sums = new Map<string, Usage>();
  for (const usage of counts) {
    const key = JSON.stringify([usage.flagId, usage.run, usage.slot, usage.value]);
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, usage);
    else sums.set(key, { ...sum, count: sum.count + usage.count, lastAt: Math.max(sum.lastAt, usage.lastAt) });
  }
  return [...sums.values()];
}

function statements(database: Database) {
  return {
    insert: database.prepare(
      `INSERT INTO decides (project_id, distinct_id, at, path, client, answers, test_run_id)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    ),
    addUsage: database.prepare(
      `INSERT INTO flag_usage (project_id, flag_id, slot, value, test_run_id, count, last_at) VALUES (?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
    ),
    removeDecides: database.prepare<[number, number]>(
      'DELETE FROM decides WHERE id IN (SELECT id FROM decides WHERE test_run_id = ? LIMIT ?)',
    ),
    removeUsage: database.prepare<[number, number]>(
      `DELETE FROM flag_usage WHERE (flag_id, slot, value, test_run_id) IN
         (SELECT flag_id, slot, value, test_run_id FROM flag_usage WHERE test_run_id = ? AND test_run_id <> 0 LIMIT ?)`,
    ),
    trimDecides: database.prepare<[number]>('DELETE FROM decides WHERE id <= (SELECT max(id) FROM decides) - ?'),
    trimUsage: database.prepare<[number, number]>(
      'DELETE FROM flag_usage WHERE slot < min(?, (SELECT min(slot) FROM flag_usage) + ?)',
    ),
  };
}
