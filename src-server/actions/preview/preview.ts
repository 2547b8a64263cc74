import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Page } from '../../core/page.ts';
import { sumOf } from '../../core/sum-contract.ts';
import { dayMs, isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { firstIdSince } from '../../events/first-id.ts';
import { newestId } from '../../events/list.ts';
import { createWords } from '../../properties/explain.ts';
import type { TestRunScope } from '../../test-runs/in-test-run.ts';
import { messageOf } from '../chat/message.ts';
import type { StepInput } from '../contract.ts';
import { countMatches, rangeEnds, seriesOf, type TimeRange } from '../counting/count.ts';
import { type InRun, readEventIdsInRun } from '../counting/in-run.ts';
import { type Scanned, scanEvents } from '../matching/scan.ts';
import { dayOf, personOf } from '../matching/tally.ts';
import type { LiveAction } from '../store.ts';
import { explainMatch } from './explain.ts';
import { readNearestEvent } from './nearest-event.ts';
import type { EventMatches, Preview } from './preview-contract.ts';
import { eventById, eventByUuid, type PreviewedEvent, readEvents, subjectOfEvent } from './stored-events.ts';

/** Milliseconds after which a preview returns its result so far. */
const timeBudgetMs = 400;

export type PreviewArgs = TestRunScope & {
  steps: StepInput[];
  days: number;
  limit: number;
  event: string | null;
  findNearest: boolean;
  name: string;
  chatFormat: string | null;
  now: number;
};

/** Tries steps on stored events. Null if the given event does not exist. */
export function readPreview(database: Database, args: PreviewArgs): Preview | null {
  const asked = args.event === null ? undefined : eventByUuid(database, args.projectId, args.event);
  if (args.event !== null && asked === undefined) return null;
  const { matches, ...found } = search(database, args);
  const newest = matches[0];
  const told = asked ?? (newest === undefined ? undefined : eventById(database).get(newest));
  return {
    ...found,
    results: readEvents(database, matches).results,
    nearest_event: args.findNearest && matches.length === 0 ? readNearestEvent(database, args, args.steps) : null,
    verdict: asked === undefined ? null : explainMatch(args.steps, subjectOfEvent(asked)),
    message:
      args.chatFormat === null || told === undefined ? null : messageOf(args.chatFormat, factsOf(args.name, told)),
  };
}

const factsOf = (actionName: string, row: PreviewedEvent) => ({
  actionName,
  event: {
    name: row.event,
    distinctId: row.distinct_id,
    timestamp: isoTime(row.timestamp),
    testRun: row.test_run,
    properties: parseJson(row.properties),
  },
  person: parseJson(row.person_properties),
});

type Found = Pick<Preview, 'count' | 'people_count' | 'is_complete' | 'searched_from' | 'series'> & {
  matches: number[];
};

function search(database: Database, { projectId, testRun, steps, days, limit, now }: PreviewArgs): Found {
  const lastDay = dayOf(now);
  const firstDay = lastDay - days + 1;
  const counts = new Map<number, number>();
  const people = new Map<number, Set<number>>();
  const matches: number[] = [];
  const end = performance.now() + timeBudgetMs;
  // An event is at most a day ahead of its arrival, so older arrivals cannot be in range.
  const downTo = firstIdSince(database, (firstDay - 1) * dayMs) - 1;
  const stopped = scanEvents(database, {
    projectId,
    testRun,
    steps,
    from: newestId(database),
    downTo,
    isEnough: () => performance.now() > end,
    matched({ id, timestamp, distinct_ref: ref }: Scanned) {
      // By its own time: an event may arrive weeks after it happened, or be dated ahead.
      const day = dayOf(timestamp);
      if (day < firstDay || day > lastDay) return;
      if (matches.length < limit) matches.push(id);
      counts.set(day, (counts.get(day) ?? 0) + 1);
      people.set(day, (people.get(day) ?? new Set()).add(ref));
    },
  });
  const persons = personsOf(database, people);
  const byDay = new Map([...counts].map(([day, count]) => [day, { count, people: persons.get(day)?.size ?? 0 }]));
  const series = seriesOf(byDay, { from: firstDay * dayMs, to: now }, now);
  return {
    count: sumOf(series.map(({ count }) => count)),
    people_count: new Set([...persons.values()].flatMap((each) => [...each])).size,
    is_complete: stopped <= downTo,
    searched_from: isoTime(stopped <= downTo ? firstDay * dayMs : (arrivalOf(database, stopped) ?? now)),
    series,
    matches,
  };
}

/** Counts the persons of each day by their distinct_ids. */
function personsOf(database: Database, refs: Map<number, Set<number>>): Map<number, Set<number>> {
  const read = personOf(database);
  const known = new Map<number, number>();
  const knownPersonOf = (ref: number) => {
    const person = known.get(ref) ?? read.get(ref) ?? 0;
    known.set(ref, person);
    return person;
  };
  return new Map([...refs].map(([day, each]) => [day, new Set([...each].map(knownPersonOf))]));
}

const arrivalOf = (database: Database, id: number): number | undefined =>
  database
    .prepare<[number], number>('SELECT received_at FROM events WHERE id <= ? ORDER BY id DESC LIMIT 1')
    .pluck()
    .get(id);

export type EventMatchesArgs = { projectId: number; uuid: string; actions: LiveAction[] };

/** Explains one event for every action, matching ones first; null if it does not exist. Yields after each action. */
export function* readEventMatches(
  database: Database,
  args: EventMatchesArgs,
): Generator<undefined, EventMatches['results'] | null> {
  const row = eventByUuid(database, args.projectId, args.uuid);
  if (row === undefined) return null;
  const subject = subjectOfEvent(row);
  const isCounted = database.prepare<[number, number, number]>(
    'SELECT 1 FROM action_matches WHERE calculation_id = ? AND timestamp = ? AND event_id = ?',
  );
  const words = createWords();
  const results: EventMatches['results'] = [];
  for (const { id, calculationId, name, steps } of args.actions) {
    const verdict = explainMatch(steps, subject, words);
    const counted = isCounted.get(calculationId, row.timestamp, row.id) !== undefined;
    results.push({ action_id: id, name, is_match: verdict.is_match, is_counted: counted, verdict });
    yield;
  }
  return results.sort((one, other) => Number(other.is_match) - Number(one.is_match));
}

/** `inRun`: matches of a test run only. */
export type ActionEventsArgs = { calculationId: number; range: TimeRange; page: Page; inRun: InRun | undefined };

/** Reads matching events, newest first by their time. */
export function readActionEvents(database: Database, { calculationId, range, page, inRun }: ActionEventsArgs) {
  if (inRun !== undefined) {
    const { ids, total } = readEventIdsInRun(database, { calculationId, range, page, inRun });
    return { total, ...readEvents(database, ids) };
  }
  const ids = database
    .prepare<[number, number, number, number, number], number>(
      `SELECT event_id FROM action_matches WHERE calculation_id = ? AND timestamp BETWEEN ? AND ?
       ORDER BY timestamp DESC, event_id DESC LIMIT ? OFFSET ?`,
    )
    .pluck()
    .all(calculationId, ...rangeEnds(range), page.limit, page.offset);
  return { total: countMatches(database, calculationId, range), ...readEvents(database, ids) };
}
