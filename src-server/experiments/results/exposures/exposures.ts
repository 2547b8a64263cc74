import type { Database } from '../../../database/open.ts';
import { newestId } from '../../../events/list.ts';
import type { ExperimentExclusions } from '../../../projects/contract.ts';
import { readExclusions } from '../../../projects/exclusions.ts';
import { readByTestRun, type TestRunChoice } from '../../exclusions/by-test-run.ts';
import { eventRules, findExcluded } from '../../exclusions/exclude.ts';
import type { Run } from '../../metrics/days.ts';
import type { Metric } from '../../metrics/metric.ts';
import { readAhead } from '../../metrics/rows/read-ahead.ts';
import type { Bounds, Kept, Rows } from '../../metrics/rows/row-cache.ts';
import { visitRows } from '../../metrics/rows/rows.ts';
import type { ExposureState } from '../person-exposure-contract.ts';
import type { Exposure } from '../results-contract.ts';
import { carriedValues, isCarried } from './carried-values.ts';

/**
 * Exposures by person. A person is identified by the row of one of its distinct_ids: `personOf` maps the rest to it (0:
 * itself). `variant`: number of the variant from 1 (0 and below: none, see `exposureStateOf`). `since`: first exposure,
 * milliseconds after the start; `event`: its id, if needed. `people`: persons with a variant. `excluded`: persons whom the
 * project excludes.
 */
export type Exposed = {
  source: Exposure['source'];
  personOf: Int32Array;
  variant: Int8Array;
  since: Float64Array;
  event: Float64Array;
  people: number[];
  inSeveral: number;
  otherValues: number;
  excluded: number;
};

/** Visits the people exposed up to `until`, in milliseconds after the start, with the index of their variant. */
export function eachExposed(
  { people, since, variant }: Pick<Exposed, 'people' | 'since' | 'variant'>,
  until: number,
  visit: (person: number, variant: number) => void,
): void {
  for (const person of people) if ((since[person] ?? Infinity) <= until) visit(person, (variant[person] ?? 0) - 1);
}

/** Lists the people exposed up to `until` by variant, as `eachExposed` visits them. */
export function groupsOf(exposed: Pick<Exposed, 'people' | 'since' | 'variant'>, until: number, variants: number) {
  const groups = Array.from({ length: variants }, (): number[] => []);
  eachExposed(exposed, until, (person, variant) => groups[variant]?.push(person));
  return groups;
}

const otherValue = -1;
const several = -2;
const leftOut = -3;

/** Returns the bounds of the visible events of a run. */
export function boundsOf(
  database: Database,
  kept: Kept,
  projectId: number,
  run: Run,
  testRuns: TestRunChoice = { leavesOut: false },
): Bounds {
  const newest = newestId(database);
  const lastRef = database.prepare<[], number>('SELECT ifnull(max(id), 0) FROM distinct_ids').pluck().get() ?? 0;
  const byTestRun = readByTestRun(database, { projectId, newestId: newest }, testRuns);
  return { projectId, ...run, newestId: newest, lastRef, kept, byTestRun };
}

/** A key of the flag during the run, and since when another flag has it (milliseconds UTC). */
type FlagKey = { key: string; until: number };

/**
 * Reads who was exposed. `keys`: all keys of the flag. `variants`: keys in numbering order. `needsEvents`: whether `event` is
 * used. `metrics`: to be counted next. Leaves out whom the project excludes. Yields periodically.
 */
export function* readExposed(
  database: Database,
  bounds: Bounds,
  flag: { keys: readonly FlagKey[]; variants: readonly string[]; needsEvents: boolean; metrics: readonly Metric[] },
): Generator<void, Exposed> {
  const exposed = nobody(database, bounds);
  const excluded = readExclusions(database, bounds.projectId);
  const withEvents = flag.needsEvents || eventRules(excluded, bounds.end).length > 0;
  const numberOf = new Map(flag.variants.map((key, index) => [JSON.stringify(key), index + 1]));
  const values = database.prepare<[number, string], { id: number; value: string }>(
    'SELECT id, value FROM exposure_values WHERE project_id = ? AND flag_key = ?',
  );
  for (const { key, until } of flag.keys) {
    for (const { id, value } of values.all(bounds.projectId, key)) {
      const number = numberOf.get(value) ?? otherValue;
      yield* visitRows(database, { table: 'exposures', key: id }, bounds, withEvents, (rows) => {
        if (addRows(exposed, rows, number, until - bounds.start)) exposed.source = 'feature_flag_called';
      });
    }
  }
  const settled = { exclusions: excluded, metrics: flag.metrics };
  if (exposed.source !== null) return yield* settle(database, bounds, exposed, settled);
  for (const { key, until } of flag.keys.filter(({ key }) => isCarried(database, bounds.projectId, key))) {
    const end = Math.min(bounds.end, until - 1);
    for (const [ref, offset, value, event] of yield* carriedValues(database, { ...bounds, end }, key)) {
      exposed.source = 'feature_property';
      add(exposed, ref, offset, event, numberOf.get(value) ?? otherValue);
    }
  }
  return yield* settle(database, bounds, exposed, settled);
}

/** Exposes everyone active to a single variant, from their first event on, except whom the project excludes. */
export function* readActive(
  database: Database,
  bounds: Bounds,
  asked?: { excluded: ExperimentExclusions; needsEvents: boolean },
): Generator<void, Exposed> {
  const excluded = asked?.excluded ?? readExclusions(database, bounds.projectId);
  const withEvents = asked?.needsEvents ?? eventRules(excluded, bounds.end).length > 0;
  const exposed = nobody(database, bounds);
  const names = database.prepare<[number], number>('SELECT id FROM event_names WHERE project_id = ?').pluck();
  for (const key of names.all(bounds.projectId)) {
    yield* visitRows(database, { table: 'events', key }, bounds, withEvents, (rows) => addRows(exposed, rows, 1));
  }
  return yield* settle(database, bounds, exposed, { exclusions: excluded, metrics: [] });
}

/** Exposes everyone of whom an app reported a flag to a single variant, from the first report on, excluding nobody. */
export function* readReported(database: Database, bounds: Bounds): Generator<void, Exposed> {
  const exposed = nobody(database, bounds);
  const values = database.prepare<[number], number>('SELECT id FROM exposure_values WHERE project_id = ?').pluck();
  for (const key of values.all(bounds.projectId)) {
    yield* visitRows(database, { table: 'exposures', key }, bounds, true, (rows) => addRows(exposed, rows, 1));
  }
  return exposed;
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
  let [last, first] = [0, 0];
  for (const [person, ref] of idsOfMerged.all(projectId)) {
    if (person === last) personOf[ref] = first;
    else [last, first] = [person, ref];
  }
  return {
    source: null,
    personOf,
    variant: new Int8Array(lastRef + 1),
    since: new Float64Array(lastRef + 1),
    event: new Float64Array(lastRef + 1),
    people: [],
    inSeveral: 0,
    otherValues: 0,
    excluded: 0,
  };
}

/** Adds the rows before `until`, in milliseconds after the start; reports whether there are any. */
function addRows(exposed: Exposed, { length, refs, offsets, ids }: Rows, value: number, until = Infinity): boolean {
  let hasAny = false;
  for (let at = 0; at < length; at++) {
    const offset = offsets[at] ?? 0;
    if (offset >= until) continue;
    hasAny = true;
    add(exposed, refs[at] ?? 0, offset, ids[at] ?? 0, value);
  }
  return hasAny;
}

function add(exposed: Exposed, ref: number, offset: number, event: number, value: number): void {
  const { personOf, variant, since, people } = exposed;
  const person = personOf[ref] || ref;
  const known = variant[person];
  if (known === 0) people.push(person);
  if (known === 0 || (known === otherValue && value > 0)) variant[person] = value;
  else if (value === otherValue && known !== otherValue) return;
  else {
    if (known !== value) variant[person] = several;
    const before = since[person] ?? 0;
    if (offset > before || (offset === before && event > (exposed.event[person] ?? 0))) return;
  }
  since[person] = offset;
  exposed.event[person] = event;
}

/** Keeps persons with exactly one variant, and counts the others; people whom the project excludes are in neither. */
function* settle(
  database: Database,
  bounds: Bounds,
  exposed: Exposed,
  { exclusions, metrics }: { exclusions: ExperimentExclusions; metrics: readonly Metric[] },
): Generator<void, Exposed> {
  const rules = eventRules(exclusions, bounds.end);
  const events = rules.length > 0 ? exposed.people.map((person) => exposed.event[person] ?? 0) : [];
  yield* readAhead(database, bounds, { metrics, events, rules });
  const isExcluded = yield* findExcluded(database, { bounds, exclusions, now: bounds.end, exposed });
  return withOneVariant(exposed, isExcluded);
}

function withOneVariant(exposed: Exposed, isExcluded: Uint8Array): Exposed {
  const { variant, people } = exposed;
  let [kept, inSeveral, otherValues, excluded] = [0, 0, 0, 0];
  for (let index = 0; index < people.length; index++) {
    const person = people[index] ?? 0;
    const state = variant[person] ?? 0;
    if (isExcluded[index] === 1) {
      if (state > 0) excluded += 1;
      variant[person] = leftOut;
    } else if (state > 0) {
      people[kept] = person;
      kept += 1;
    } else if (state === several) inSeveral += 1;
    else otherValues += 1;
  }
  people.length = kept;
  return { ...exposed, inSeveral, otherValues, excluded };
}

const withoutVariant: Readonly<Record<number, Exclude<ExposureState, 'exposed'>>> = {
  [otherValue]: 'other_values',
  [several]: 'several_variants',
  [leftOut]: 'excluded',
};

/** Returns the exposure state of a person, by the row of any of its ids. */
export function exposureStateOf({ personOf, variant }: Exposed, ref: number): ExposureState {
  const number = variant[personOf[ref] || ref] ?? 0;
  return number > 0 ? 'exposed' : (withoutVariant[number] ?? 'not_exposed');
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
