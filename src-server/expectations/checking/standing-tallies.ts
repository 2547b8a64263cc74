import { BoundedCache } from '../../core/bounded-cache.ts';
import { existing } from '../../core/sql.ts';
import type { SchemaOf } from '../../properties/json-schema.ts';
import type { Rule } from '../contract.ts';
import { isBefore } from '../evaluation/place.ts';
import { readsOf } from '../evaluation/rule-reads.ts';
import { RuleTally } from '../evaluation/tally.ts';
import { shortKey } from '../short-key.ts';
import { addEvents } from './add-events.ts';
import { PersonChanges } from './changes.ts';
import { createFirstEvents, type FirstEvents, type Reading } from './first-events.ts';
import type { RunScope } from './named-events.ts';

/** `startedAt`: of the test run, or null; `now`: both milliseconds UTC. */
type RuleReading = Reading & { startedAt: number | null; now: number };

/** A tally of the events up to `upTo`. `clock.isRead`: valid only at `clock.now`. */
type Standing = {
  tally: RuleTally;
  upTo: number;
  removed: number;
  firsts: FirstEvents | null;
  clock: { now: number; isRead: boolean };
};

const limits = {
  entries: 10_000,
  bytes: 128 * 1024 * 1024,
  bytesOf: (key: string, { tally }: Standing) => 2 * key.length + tally.bytes,
};
/** Longer keys are hashed. */
const maxKeyLength = 200;

/**
 * Keeps the tallies of rules between checks, so that each check reads only later events. A tally is rebuilt when events are
 * deleted, when persons that it read change, or when a person's first `after` event arrives late with an earlier timestamp.
 */
export class StandingTallies {
  readonly #schemaOf: SchemaOf;
  readonly #kept = new BoundedCache<string, Standing>(limits);
  readonly #firsts = createFirstEvents();
  /** Tallies that a check is updating; others wait for it. */
  readonly #busy = new Set<string>();

  constructor(schemaOf: SchemaOf) {
    this.#schemaOf = schemaOf;
  }

  /** Updates tallies, in the order of the rules. Nothing else changes them while `use` runs. */
  *with<Result>(
    rules: readonly Rule[],
    reading: RuleReading,
    use: (tallies: readonly RuleTally[]) => Generator<undefined, Result>,
  ): Generator<undefined, Result> {
    const keys = rules.map((rule) => keyOf(rule, reading.scope));
    while (keys.some((key) => this.#busy.has(key))) yield;
    for (const key of keys) this.#busy.add(key);
    try {
      const standing = yield* this.#current(new Map(keys.map((key, index) => [key, existing(rules[index])])), reading);
      for (const [upTo, group] of Map.groupBy(standing.values(), ({ upTo }) => upTo)) {
        const tallies = group.map(({ tally }) => tally);
        yield* addEvents(tallies, reading, { after: upTo, upTo: reading.newest });
      }
      for (const [key, each] of standing) {
        each.upTo = Math.max(each.upTo, reading.newest);
        if (each.clock.isRead) this.#kept.delete(key);
        else this.#kept.set(key, each);
      }
      return yield* use(keys.map((key) => existing(standing.get(key)).tally));
    } finally {
      for (const key of keys) this.#busy.delete(key);
    }
  }

  /** Returns kept tallies that still hold, and new ones for the other rules. */
  *#current(rules: ReadonlyMap<string, Rule>, reading: RuleReading): Generator<undefined, Map<string, Standing>> {
    const changes = new PersonChanges(reading);
    const firstsOf = new Map<string | null, FirstEvents | null>([[null, null]]);
    const standing = new Map<string, Standing>();
    for (const [key, rule] of rules) {
      const { after } = rule;
      if (after !== null && !firstsOf.has(after)) firstsOf.set(after, yield* this.#firsts.of(after, reading));
      const firsts = firstsOf.get(after) ?? null;
      const known = this.#kept.get(key);
      const isCurrent =
        known?.removed === reading.removed && known.firsts === firsts && !(yield* isOutdated(known, changes));
      if (isCurrent) known.clock.now = reading.now;
      // Unfinished after a failed check, so not kept.
      this.#kept.delete(key);
      standing.set(key, isCurrent ? known : this.#fresh(rule, firsts, reading));
    }
    return standing;
  }

  #fresh(rule: Rule, firsts: FirstEvents | null, { startedAt, removed, now: time }: RuleReading): Standing {
    const clock = { now: time, isRead: false };
    const now = () => {
      clock.isRead = true;
      return clock.now;
    };
    const context = { startedAt, schemaOf: this.#schemaOf, firsts: firsts?.byPerson ?? null, now };
    return { tally: new RuleTally(rule, context), upTo: 0, removed, firsts, clock };
  }
}

/** Reports whether later events change what earlier ones count for the rule. */
function* isOutdated({ tally, upTo, firsts }: Standing, changes: PersonChanges): Generator<undefined, boolean> {
  if (readsOf(tally.rule).personProperties && changes.properties(upTo)) return true;
  const earliest = firsts === null ? null : yield* changes.earliest(firsts, upTo);
  return earliest !== null && tally.last !== null && isBefore(earliest, tally.last);
}

function keyOf(rule: Rule, { projectId, runId }: RunScope): string {
  const { event, properties, distinct_id: distinctId, count, after, schema, unique, within } = rule;
  const parts = [projectId, runId, event, properties, distinctId, count, after, schema, unique, within];
  return shortKey(JSON.stringify(parts), maxKeyLength);
}
