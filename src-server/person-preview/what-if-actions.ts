import { compileSteps, eventSubject, type Matcher } from '../actions/matching/match.ts';
import type { LiveAction } from '../actions/store.ts';
import type { JsonObject } from '../core/contract.ts';
import { parseJson } from '../core/json/parse-json-contract.ts';
import type { Database } from '../database/open.ts';
import { prefetchSelected } from '../events/archive/moving/whole-events.ts';
import { inTestRun, type TestRunScope } from '../test-runs/in-test-run.ts';
import { maxWhatIfEvents, type WhatIfActions } from './contract.ts';

/** `before`: the person's stored properties; `after`: the tried ones. */
export type WhatIfArgs = TestRunScope & {
  personId: number;
  before: JsonObject;
  after: JsonObject;
  actions: LiveAction[];
};

type Row = { event: string; properties: string };
const batchSize = 500;

/** Matches the newest events of a person with the actions that depend on person properties. Pauses between batches. */
export function* readWhatIfActions(
  database: Database,
  { before, after, ...args }: WhatIfArgs,
): Generator<undefined, WhatIfActions> {
  const tried = args.actions.flatMap(({ id, name, steps }) => {
    const matcher = compiled(steps);
    return matcher?.needs.person === true ? [{ matcher, counts: { id, name, before: 0, after: 0 } }] : [];
  });
  if (tried.length === 0) return { actions: [], events: 0, is_complete: true };
  const rows = eventsOf(database, args);
  for (const [index, { event, properties }] of rows.slice(0, maxWhatIfEvents).entries()) {
    const read = (): JsonObject => parseJson(properties);
    const [old, now] = [before, after].map((person) => eventSubject(event, read, () => person));
    for (const { matcher, counts } of tried) {
      if (old !== undefined && matcher.matches(old)) counts.before += 1;
      if (now !== undefined && matcher.matches(now)) counts.after += 1;
    }
    if (index % batchSize === batchSize - 1) yield;
  }
  return {
    actions: tried.map(({ counts }) => counts).toSorted((one, other) => one.name.localeCompare(other.name)),
    events: Math.min(rows.length, maxWhatIfEvents),
    is_complete: rows.length <= maxWhatIfEvents,
  };
}

/** Compiles an action; one that fails to compile matches no arriving events either. */
function compiled(steps: LiveAction['steps']): Matcher | undefined {
  try {
    return compileSteps(steps);
  } catch {
    return undefined;
  }
}

/** Reads one more event than is matched, to tell whether there are more. */
function eventsOf(database: Database, { personId, ...scope }: TestRunScope & { personId: number }): Row[] {
  const { sql, values } = inTestRun(scope, 'o.test_run_id');
  const newest = `SELECT o.id FROM distinct_ids i CROSS JOIN events o ON o.distinct_ref = i.id
    WHERE i.person_id = ? AND ${sql} ORDER BY o.id DESC LIMIT ${maxWhatIfEvents + 1}`;
  prefetchSelected(database, newest, personId, ...values);
  return database
    .prepare<unknown[], Row>(
      `SELECT n.name AS event, e.properties FROM (${newest}) newest
       CROSS JOIN events e ON e.id = newest.id JOIN event_names n ON n.id = e.name_id`,
    )
    .all(personId, ...values);
}
