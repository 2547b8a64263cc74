import type { Database } from '../../database/open.ts';
import { newestId } from '../../events/list.ts';
import type { Run } from '../metrics/days.ts';
import type { Bounds, RowCache } from '../metrics/row-cache.ts';
import { visitRows } from '../metrics/rows.ts';
import type { Exposure } from './results-contract.ts';

/**
 * Exposures by person. A person is identified by the row of one of its distinct_ids: `personOf` maps the others to it (0:
 * itself). `variant`: number of the variant from 1 (0 and below: none). `since`: first exposure, milliseconds after the start.
 * `people`: persons with a variant.
 */
export type Exposed = {
  source: Exposure['source'];
  personOf: Int32Array;
  variant: Int8Array;
  since: Float64Array;
  people: number[];
  inSeveral: number;
  otherValues: number;
};

const otherValue = -1;
const several = -2;

/** The visible part of a run's events. */
export function boundsOf(database: Database, kept: RowCache, projectId: number, run: Run): Bounds {
  const newest = newestId(database);
  const lastRef = database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM distinct_ids').pluck().get() ?? 0;
  return { projectId, ...run, newestId: newest, lastRef, kept };
}

/** A key of the flag during the run, and since when another flag has it (milliseconds UTC). */
type FlagKey = { key: string; until: number };

/** `keys`: all keys of the flag. `variants`: keys in numbering order. Yields periodically. */
export function* readExposed(
  database: Database,
  bounds: Bounds,
  flag: { keys: readonly FlagKey[]; variants: readonly string[] },
): Generator<void, Exposed> {
  const exposed = nobody(database, bounds);
  const numberOf = new Map(flag.variants.map((key, index) => [JSON.stringify(key), index + 1]));
  const values = database.prepare<[number, string], { id: number; value: string }>(
    'SELECT id, value FROM exposure_values WHERE project_id = ? AND flag_key = ?',
  );
  for (const { key, until } of flag.keys) {
    for (const { id, value } of values.all(bounds.projectId, key)) {
      const number = numberOf.get(value) ?? otherValue;
      yield* visitRows(database, { table: 'exposures', key: id }, bounds, false, (ref, offset) => {
        if (bounds.start + offset >= until) return;
        exposed.source = 'feature_flag_called';
        add(exposed, ref, offset, number);
      });
    }
  }
  if (exposed.source !== null) return settle(exposed);
  for (const { key, until } of flag.keys.filter(({ key }) => isCarried(database, bounds.projectId, key))) {
    const end = Math.min(bounds.end, until - 1);
    for (const [ref, offset, value] of yield* carriedValues(database, { ...bounds, end }, key)) {
      exposed.source = 'feature_property';
      add(exposed, ref, offset, numberOf.get(value) ?? otherValue);
    }
  }
  return settle(exposed);
}

/** Exposes everyone active to a single variant, from their first event on. */
export function* readActive(database: Database, bounds: Bounds): Generator<void, Exposed> {
  const exposed = nobody(database, bounds);
  const names = database.prepare<[number], number>('SELECT id FROM event_names WHERE project_id = ?').pluck();
  for (const key of names.all(bounds.projectId)) {
    yield* visitRows(database, { table: 'events', key }, bounds, false, (ref, offset) => add(exposed, ref, offset, 1));
  }
  return settle(exposed);
}

function nobody(database: Database, { lastRef, projectId }: Bounds): Exposed {
  const personOf = new Int32Array(lastRef + 1);
  const idsOfMerged = database
    .prepare<[number], [number, number]>(
      `SELECT person_id, id FROM distinct_ids INDEXED BY distinct_ids_by_person WHERE person_id IN (
         SELECT person_id FROM distinct_ids INDEXED BY distinct_ids_merged WHERE project_id = ? AND merged_at IS NOT NULL)
       ORDER BY person_id`,
    )
    .raw();
  let last = [0, 0];
  for (const [person, ref] of idsOfMerged.all(projectId)) {
    if (person === last[0]) personOf[ref] = last[1] as number;
    else last = [person, ref];
  }
  return {
    source: null,
    personOf,
    variant: new Int8Array(lastRef + 1),
    since: new Float64Array(lastRef + 1),
    people: [],
    inSeveral: 0,
    otherValues: 0,
  };
}

function add({ personOf, variant, since, people }: Exposed, ref: number, offset: number, value: number): void {
  const person = personOf[ref] || ref;
  const known = variant[person];
  if (known === 0) people.push(person);
  if (known === 0 || (known === otherValue && value > 0)) {
    variant[person] = value;
    since[person] = offset;
  } else if (known === value) {
    if (offset < (since[person] as number)) since[person] = offset;
  } else if (value > 0) {
    variant[person] = several;
  }
}

/** Keeps persons with exactly one variant. */
function settle(exposed: Exposed): Exposed {
  const { variant } = exposed;
  const people = exposed.people.filter((person) => (variant[person] as number) > 0);
  const of = (state: number) => exposed.people.reduce((sum, person) => sum + Number(variant[person] === state), 0);
  return { ...exposed, people, inSeveral: of(several), otherValues: of(otherValue) };
}

/** Reports whether any of them was created by the simulator. */
export function areSimulated(database: Database, { projectId }: Bounds, { variant, personOf }: Exposed): boolean {
  const refs = database
    .prepare<[number], number>(
      `SELECT d.id FROM persons p INDEXED BY persons_simulated JOIN distinct_ids d ON d.person_id = p.id
       WHERE p.project_id = ? AND instr(p.properties, '"$simulated":true') > 0
         AND p.properties -> '$."$simulated"' = 'true'`,
    )
    .pluck();
  return refs.all(projectId).some((ref) => (variant[personOf[ref] || ref] ?? 0) > 0);
}

function isCarried(database: Database, projectId: number, key: string): boolean {
  const sql = 'SELECT 1 FROM carried_flags WHERE project_id = ? AND flag_key = ?';
  return database.prepare<[number, string], number>(sql).pluck().get(projectId, key) === 1;
}

/** Events read whole per statement. */
const eventBatchSize = 4000;

type Carried = [ref: number, offset: number, value: string];

/** Finds the first event with `$feature/<key>` per distinct_id and value (JSON). Reads all events of the run. */
function* carriedValues(database: Database, bounds: Bounds, key: string): Generator<void, Carried[]> {
  const property = `$feature/${key}`;
  const select = database
    .prepare<(number | string)[], Carried>(
      `SELECT distinct_ref, min(timestamp) - ?, properties -> ? AS value FROM events NOT INDEXED
       WHERE id > ? AND id <= ? AND project_id = ? AND timestamp BETWEEN ? AND ? AND instr(properties, ?) > 0
         AND json_type(properties, ?) IN ('text', 'true', 'false')
       GROUP BY distinct_ref, value`,
    )
    .raw();
  const path = `$."${property}"`;
  const found: Carried[] = [];
  const { start, end, newestId: last } = bounds;
  for (let from = 0; from < last; from += eventBatchSize) {
    const to = Math.min(from + eventBatchSize, last);
    found.push(...select.all(start, path, from, to, bounds.projectId, start, end, JSON.stringify(property), path));
    yield;
  }
  return found;
}
