import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import { createPropertyReader } from '../../events/property-reader.ts';
import type { Exposed } from '../results/exposures/exposures.ts';
import type { Entry, KeyTest } from './metric.ts';
import { numbersById } from './property-numbers.ts';
import type { Bounds, Visit } from './row-cache.ts';
import { visitRows } from './rows.ts';

/**
 * `person` did it. `offset`: milliseconds after the start. `id`: the event's, 0 if not requested. `value`: of the property, NaN for no
 * number; 1 where events are counted.
 */
type Occurrence = (person: number, offset: number, id: number, value: number) => void;

type Asked = {
  entry: Entry;
  exposed: Exposed;
  bounds: Bounds;
  needsId: boolean;
  /** Whose value is read; null where events are counted. */
  property?: string | null;
  /** Excludes by person and time before properties are read. */
  isWanted(person: number, offset: number, id: number): boolean;
};

/** Events per statement that reads properties; fewer if they take longer (ms), as some have 20 MB. */
const eventBatchSize = 100;
const sliceMs = 20;

/** Visits each event of an entry by an exposed person since the exposure that meets its conditions. Yields periodically. */
export function* visitOccurrences(database: Database, asked: Asked, occurred: Occurrence): Generator<void> {
  const { entry, exposed, bounds, needsId, isWanted, property = null } = asked;
  const { variant, since, personOf } = exposed;
  const hasTests = entry.eventTests.length + entry.personTests.length > 0;
  const passing = createConditions(database, entry);
  const numbersOf = property === null ? null : numbersById(database, property);
  const mustRead = hasTests || property !== null;
  let waiting: Candidate[] = [];
  const visit: Visit = (ref, offset, id, value) => {
    const person = personOf[ref] || ref;
    if ((variant[person] ?? 0) <= 0 || offset < (since[person] ?? 0) || !isWanted(person, offset, id)) return;
    const known = property === null ? 1 : value;
    if (hasTests || known === undefined) waiting.push({ person, offset, id, value: known });
    else occurred(person, offset, id, known);
  };
  for (const source of entry.sources) {
    for (const pause of visitRows(database, source, bounds, needsId || mustRead, visit, property)) {
      yield pause;
      for (let from = 0; from < waiting.length; ) {
        const found = passing(waiting.slice(from, from + eventBatchSize));
        const unread = found.passing.filter(({ value }) => value === undefined);
        const numbers = unread.length === 0 ? [] : (numbersOf?.(unread.map(({ id }) => id)) ?? []);
        for (const [index, candidate] of unread.entries()) candidate.value = numbers[index];
        for (const { person, offset, id, value = Number.NaN } of found.passing) {
          // An earlier event of the batch may have made this one unnecessary.
          if (isWanted(person, offset, id)) occurred(person, offset, id, value);
        }
        from += found.taken;
        yield;
      }
      waiting = [];
    }
  }
}

type Candidate = { person: number; offset: number; id: number; value: number | undefined };
/** Returns those of the first `taken` that pass. */
type Found = { passing: Candidate[]; taken: number };

/** Tests which of some events meet the conditions of their entry, at least one, within a time limit. Reads each person once. */
function createConditions(database: Database, { eventTests, personTests }: Entry) {
  const ofEvents = eventTests.length === 0 ? null : createEventConditions(database, eventTests);
  const ofPerson = database
    .prepare<[number], string>(
      'SELECT p.properties FROM distinct_ids d JOIN persons p ON p.id = d.person_id WHERE d.id = ?',
    )
    .pluck();
  const known = new Map<number, boolean>();
  const personPasses = ({ person }: Candidate): boolean => {
    let isPassing = known.get(person);
    if (isPassing === undefined) {
      const properties: JsonObject = JSON.parse(ofPerson.get(person) ?? '{}');
      isPassing = personTests.every(({ test }) => test(properties));
      known.set(person, isPassing);
    }
    return isPassing;
  };
  return (candidates: Candidate[]): Found => {
    const end = performance.now() + sliceMs;
    const some: Candidate[] = [];
    let taken = 0;
    do {
      const candidate = candidates[taken++];
      if (candidate !== undefined && personPasses(candidate)) some.push(candidate);
    } while (taken < candidates.length && performance.now() < end);
    if (ofEvents === null) return { passing: some, taken };
    const { passing, taken: read } = ofEvents(some, end);
    const next = some[read];
    return { passing, taken: next === undefined ? taken : candidates.indexOf(next) };
  };
}

/** Reads only the properties that the tests need. */
function createEventConditions(database: Database, tests: readonly KeyTest[]) {
  const keys = tests.map(({ key }) => key);
  const read = createPropertyReader(database, 'event', keys);
  return (candidates: Candidate[], end: number): Found => {
    const passing: Candidate[] = [];
    for (const [candidate, properties, index] of read(candidates, ({ id }) => id)) {
      if (tests.every(({ test }) => test(properties))) passing.push(candidate);
      if (performance.now() > end) return { passing, taken: index + 1 };
    }
    return { passing, taken: candidates.length };
  };
}
