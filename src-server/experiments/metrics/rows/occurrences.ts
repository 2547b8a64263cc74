import type { Database } from '../../../database/open.ts';
import { createMatcher, type ExclusionRule } from '../../exclusions/known-matches.ts';
import type { Exposed } from '../../results/exposures/exposures.ts';
import type { MetricEntry } from '../metric.ts';
import { readValues } from './property-numbers.ts';
import type { Bounds, Rows, Visit } from './row-cache.ts';
import { visitRows } from './rows.ts';

/**
 * `person` did it. `offset`: milliseconds after the start. `id`: the event's, 0 if not requested. `value`: of the property, NaN
 * for no number; 1 where events are counted.
 */
type Occurrence = (person: number, offset: number, id: number, value: number) => void;

type Asked = {
  entry: MetricEntry;
  exposed: Exposed;
  bounds: Bounds;
  needsId: boolean;
  /** The property whose value is read; null where events are counted. */
  property?: string | null;
  /** Excludes by person and time before properties are read. */
  isWanted(person: number, offset: number, id: number): boolean;
};

/** Events whose properties are read at a time: to sort more would delay other reads. */
const eventBatchSize = 16_000;

/** Visits each event of an entry by an exposed person since the exposure that meets its conditions. Yields periodically. */
export function* visitOccurrences(database: Database, asked: Asked, occurred: Occurrence): Generator<void> {
  const { entry, exposed, bounds, needsId, isWanted, property = null } = asked;
  const hasTests = entry.rules.length > 0;
  const passing = createConditions(database, bounds, entry.rules);
  const mustRead = hasTests || property !== null;
  let waiting: Candidate[] = [];
  const wait = (person: number, offset: number, id: number, value?: number) =>
    waiting.push({ person, offset, id, value });
  const visit: Visit = (rows) => {
    const isUnread = property !== null && rows.values === null;
    if (isUnread) eachWanted(exposed, rows, isWanted, (person, offset, id) => wait(person, offset, id));
    else eachWanted(exposed, rows, isWanted, hasTests ? wait : occurred);
  };
  for (const source of entry.sources) {
    for (const pause of visitRows(database, source, bounds, needsId || mustRead, visit, property)) {
      yield pause;
      for (let from = 0; from < waiting.length; from += eventBatchSize) {
        const found = yield* passing(waiting.slice(from, from + eventBatchSize));
        if (property !== null) {
          const unread = found.filter(({ value }) => value === undefined);
          yield* readValues(database, { projectId: bounds.projectId, property }, unread);
        }
        for (const { person, offset, id, value = Number.NaN } of found) {
          // An earlier event of the batch may have made this one unnecessary.
          if (isWanted(person, offset, id)) occurred(person, offset, id, value);
        }
        yield;
      }
      waiting = [];
    }
  }
}

/** Visits the rows of people since their exposure. Not in the generator, which V8 compiles as a whole. */
function eachWanted(
  { variant, since, personOf }: Exposed,
  { length, refs, offsets, ids, values }: Rows,
  isWanted: Asked['isWanted'],
  visit: Occurrence,
): void {
  for (let at = 0; at < length; at++) {
    const ref = refs[at] ?? 0;
    const offset = offsets[at] ?? 0;
    const person = personOf[ref] || ref;
    if ((variant[person] ?? 0) <= 0 || offset < (since[person] ?? 0)) continue;
    const id = ids[at] ?? 0;
    if (isWanted(person, offset, id)) visit(person, offset, id, values === null ? 1 : (values[at] ?? Number.NaN));
  }
}

type Candidate = { person: number; offset: number; id: number; value: number | undefined };

/** Returns a function that finds which candidates meet all rules. Yields periodically. */
function createConditions(database: Database, bounds: Bounds, rules: readonly ExclusionRule[]) {
  const matchers = rules.map((rule) => ({
    idOf: ({ id, person }: Candidate) => (rule.owner === 'event' ? id : person),
    matches: createMatcher(database, bounds, rule),
  }));
  return function* (candidates: readonly Candidate[]): Generator<void, readonly Candidate[]> {
    let passing = candidates;
    for (const { idOf, matches } of matchers) {
      const among = passing;
      const found = yield* matches(among.map(idOf));
      passing = found.map((index) => among[index] as Candidate);
    }
    return passing;
  };
}
