import { parseJson } from '../../core/json/parse-json-contract.ts';
import { lazy } from '../../core/lazy.ts';
import type { Database } from '../../database/open.ts';
import { idOrder } from '../../persons/id-order-sql.ts';
import { personNameOf } from '../../persons/list.ts';
import type { TestRunScope } from '../../test-runs/in-test-run.ts';
import type { FlagValue } from '../contract.ts';
import { compileFlag, evaluate, type FlagDefinition, type Subject } from '../evaluation/evaluate.ts';
import type { Flips } from '../evaluation/evaluation-contract.ts';
import { countBudget, type KnownPerson, knownPersons } from './known.ts';

type SetOverride = { distinctId: string | null; value: FlagValue };
type Side = { definition: FlagDefinition; overrides: SetOverride[] };
/** Both definitions must pass `compileFlag`, and be of persons. `limit`: maximum people to name. `now`: milliseconds UTC. */
export type FlipsArgs = TestRunScope & { before: Side; after: Side; limit: number; now: number };

/** Evaluates a flag and its unsaved change for each known person, as a decide by the person's first id does. */
export function readFlips(database: Database, { before, after, limit, now, ...scope }: FlipsArgs): Flips {
  const { projectId } = scope;
  const flags = { before: compileFlag(before.definition, () => now), after: compileFlag(after.definition, () => now) };
  const firstIds = firstIdsOf(database, projectId, before.definition.id);
  const overridden = {
    before: overrideOf(database, projectId, before.overrides),
    after: overrideOf(database, projectId, after.overrides),
  };
  const changes = new Map<string, Flips['changes'][number]>();
  const counts: Flips = { known: 0, without_properties: 0, flipped: 0, changes: [], people: [], is_complete: true };
  const isSpent = countBudget();
  for (const person of knownPersons(database, scope)) {
    if (isSpent(counts.known)) {
      counts.is_complete = false;
      break;
    }
    counts.known += 1;
    if (person.json === '{}') counts.without_properties += 1;
    const subject = subjectOf(person, firstIds);
    const valueIn = (side: 'before' | 'after') =>
      evaluate(flags[side], { ...subject, override: () => overridden[side](person) }).value;
    const change = { before: valueIn('before'), after: valueIn('after') };
    if (change.before === change.after) continue;
    counts.flipped += 1;
    const key = JSON.stringify([change.before, change.after]);
    const counted = changes.get(key) ?? { ...change, count: 0 };
    counted.count += 1;
    changes.set(key, counted);
    if (counts.people.length === limit) continue;
    const name = personNameOf(subject.personProperties()) ?? person.id;
    counts.people.push({ person_id: person.personId, distinct_id: person.id, name, ...change });
  }
  return { ...counts, changes: [...changes.values()].toSorted((one, other) => other.count - one.count) };
}

function subjectOf(
  { personId, id, json }: KnownPerson,
  firstIds: ReadonlyMap<number, string>,
): Omit<Subject, 'override'> {
  return {
    distinctId: id,
    personProperties: lazy(() => ({ ...parseJson(json), distinct_id: id })),
    group: () => undefined,
    firstDistinctId: () => firstIds.get(personId),
  };
}

/** Returns by person the id that keeps the value of the flag; the oldest wins. */
function firstIdsOf(database: Database, projectId: number, flagId: number): ReadonlyMap<number, string> {
  const rows = database
    .prepare<number[], [number, string]>(
      `SELECT d.person_id, f.first_distinct_id FROM flag_first_ids f
       JOIN distinct_ids d ON d.project_id = f.project_id AND d.value = f.distinct_id
       WHERE f.project_id = ? AND f.flag_id = ? ORDER BY f.id DESC`,
    )
    .raw()
    .all(projectId, flagId);
  return new Map(rows);
}

/** Returns the override of a person: that of its first id, else of its last one that has one, else that of everyone. */
function overrideOf(database: Database, projectId: number, overrides: SetOverride[]) {
  const everyone = overrides.find(({ distinctId }) => distinctId === null)?.value;
  const values = new Map(
    overrides.flatMap(({ distinctId, value }) => (distinctId === null ? [] : [[distinctId, value]])),
  );
  const rows = database
    .prepare<[number, string], [number, string]>(
      `SELECT person_id, value FROM distinct_ids
       WHERE project_id = ? AND value IN (SELECT value FROM json_each(?)) ORDER BY ${idOrder}`,
    )
    .raw()
    .all(projectId, JSON.stringify([...values.keys()]));
  const last = new Map(rows.map(([personId, id]) => [personId, values.get(id)]));
  return ({ personId, id }: KnownPerson): FlagValue | undefined => values.get(id) ?? last.get(personId) ?? everyone;
}
