import { maxName } from '../../core/contract.ts';
import { isDatabaseError } from '../../core/database-error.ts';
import { keptUsageDays } from '../../core/limits.ts';
import type { Database } from '../../database/open.ts';
import type { Writer } from '../../database/writer.ts';
import type { FlagValue } from '../contract.ts';
import type { CompiledFlag, Outcome } from '../evaluation/evaluate.ts';
import type { WantedFlags } from '../usage/wanted.ts';

/** One decide as it was answered; `outcomes` are of `flags`, one each. `at`: milliseconds UTC. */
export type Decided = {
  projectId: number;
  distinctId: string;
  at: number;
  path: string;
  client: string | null;
  flags: readonly CompiledFlag[];
  outcomes: readonly Outcome[];
};

type Asked = { projectId: number; key: string; at: number };
type Usage = { projectId: number; flagId: number; slot: number; value: string; count: number; lastAt: number };
type Parts = { database: Database; writer: Writer; wanted: WantedFlags; report(error: unknown): void };

/**
 * Decides wait this long, in ms, to be written together; of more than `mostWaiting` the newest are logged, and all counted: under
 * load the writing may not take the time that the answers need.
 */
const writeEveryMs = 250;
const mostWaiting = 200;
/** How many decides, and for how long the counts of answers, are kept. */
const keptDecides = 20_000;
/** Counts that are kept in memory while the database fails; of more the oldest are lost. */
const keptCounts = 20_000;
const keptUsageMs = keptUsageDays * 86_400_000;
export const slotMs = 60_000;
const trimEveryMs = 60_000;

/**
 * What decides answered, for "served versus now" and for usage. Nothing here is on the path of an answer: it is collected in
 * memory and written behind, together.
 */
export class DecideLog {
  readonly #parts: Parts;
  readonly #sql: ReturnType<typeof statements>;
  #waiting: Decided[] = [];
  readonly #usage = new Map<CompiledFlag, Map<FlagValue, Usage>>();
  /** Counts of slots that are over. */
  #past: Usage[] = [];
  #asked: Asked[] = [];
  #written = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** By the monotonic clock. */
  #trimmedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#sql = statements(parts.database);
  }

  note(decided: Decided): void {
    const { projectId, at, flags, outcomes } = decided;
    if (flags.length === 0) return;
    this.#waiting.push(decided);
    if (this.#waiting.length >= mostWaiting * 2) this.#waiting = this.#waiting.slice(-mostWaiting);
    const slot = Math.floor(at / slotMs) * slotMs;
    for (let index = 0; index < flags.length; index++) {
      this.#count(projectId, flags[index] as CompiledFlag, (outcomes[index] as Outcome).value, at, slot);
    }
    this.#schedule();
  }

  /** Notes that a client named a flag that is not there. */
  asked(asked: Asked): void {
    if (this.#asked.length < mostWaiting && asked.key.length <= maxName) this.#asked.push(asked);
    this.#schedule();
  }

  /** Writes what waits; settles when all that was noted before is written, or its failure reported. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#written = Promise.all([this.#written, this.#write()]).then(() => undefined);
    return this.#written;
  }

  async #write(): Promise<void> {
    const decides = this.#waiting.slice(-mostWaiting);
    const usage = [...this.#past, ...[...this.#usage.values()].flatMap((values) => [...values.values()])];
    const asked = this.#asked;
    if (decides.length + usage.length + asked.length === 0) return;
    this.#waiting = [];
    this.#usage.clear();
    this.#past = [];
    this.#asked = [];
    const { writer, wanted, report } = this.#parts;
    const write = () => {
      for (const { projectId, key, at } of asked) wanted.asked(projectId, key, at);
      for (const decided of decides) this.#insert(decided);
      for (const { projectId, flagId, slot, value, count, lastAt } of usage) {
        this.#sql.addUsage.run(projectId, flagId, slot, value, count, lastAt);
      }
      this.#trim(Math.max(0, ...usage.map(({ lastAt }) => lastAt)));
    };
    await writer.run(write).catch((error) => {
      if (isDatabaseError(error)) this.#keep(decides, usage, asked);
      else report(error);
    });
  }

  /** Puts back what the database did not take, for another try. */
  #keep(decides: Decided[], usage: Usage[], asked: Asked[]): void {
    this.#waiting = [...decides, ...this.#waiting].slice(-mostWaiting);
    this.#asked = [...asked, ...this.#asked].slice(0, mostWaiting);
    this.#past = summed([...usage, ...this.#past]).slice(-keptCounts);
    this.#schedule();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => void this.flush(), writeEveryMs).unref();
  }

  #count(projectId: number, flag: CompiledFlag, value: FlagValue, at: number, slot: number): void {
    let values = this.#usage.get(flag);
    if (values === undefined) {
      values = new Map();
      this.#usage.set(flag, values);
    }
    const usage = values.get(value);
    if (usage?.slot === slot) {
      usage.count += 1;
      usage.lastAt = at;
      return;
    }
    if (usage !== undefined) this.#past.push(usage);
    values.set(value, { projectId, flagId: flag.id, slot, value: JSON.stringify(value), count: 1, lastAt: at });
  }

  #insert({ projectId, distinctId, at, path, client, flags, outcomes }: Decided): void {
    const answers = Object.fromEntries(
      flags.map((flag, index) => {
        const outcome = outcomes[index] as Outcome;
        return [flag.id, [outcome.value, outcome.code, flag.version]];
      }),
    );
    this.#sql.insert.run(projectId, distinctId, at, path, client, JSON.stringify(answers));
  }

  #trim(now: number): void {
    if (performance.now() - this.#trimmedAt < trimEveryMs) return;
    this.#trimmedAt = performance.now();
    this.#sql.trimDecides.run(keptDecides);
    // A clock that jumps ahead makes all look old: little at a time goes, yet more than comes.
    this.#sql.trimUsage.run(now - keptUsageMs, 2 * trimEveryMs);
  }
}

/** One count a flag, slot and value. */
function summed(counts: Usage[]): Usage[] {
  const sums = new Map<string, Usage>();
  for (const usage of counts) {
    const key = `${usage.flagId} ${usage.slot} ${usage.value}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, usage);
    else sums.set(key, { ...sum, count: sum.count + usage.count, lastAt: Math.max(sum.lastAt, usage.lastAt) });
  }
  return [...sums.values()];
}

function statements(database: Database) {
  return {
    insert: database.prepare(
      'INSERT INTO decides (project_id, distinct_id, at, path, client, answers) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    addUsage: database.prepare(
      `INSERT INTO flag_usage (project_id, flag_id, slot, value, count, last_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
    ),
    trimDecides: database.prepare<[number]>('DELETE FROM decides WHERE id <= (SELECT max(id) FROM decides) - ?'),
    trimUsage: database.prepare<[number, number]>(
      'DELETE FROM flag_usage WHERE slot < min(?, (SELECT min(slot) FROM flag_usage) + ?)',
    ),
  };
}
