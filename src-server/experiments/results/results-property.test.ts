import fc from 'fast-check';
import { expect, test } from 'vitest';
import { settled } from '../../actions/testing.ts';
import { withoutAbsent } from '../../core/without-absent.ts';
import { personList } from '../../persons/contract.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { MetricResult } from './results-contract.ts';
import { called, did, type Lab, labOf } from './results-testing.ts';

const dayMs = 86_400_000;
const variants = ['control', 'test', 'third'];
const first = Date.UTC(2026, 10, 1);
const last = first + 12 * dayMs;

/** Few moments, at and around the ends of days and of runs, so that many are the same. */
const moment = fc
  .tuple(fc.integer({ min: 0, max: 12 }), fc.constantFrom(0, 1, dayMs / 2, dayMs - 1))
  .map(([day, rest]) => first + day * dayMs + rest);
const who = fc.constantFrom('a', 'b', 'c', 'd', ...variants);
const properties = fc.record({ n: fc.constantFrom(1, 2, '1') }, { requiredKeys: [] });

type Sent =
  | { kind: 'called'; who: string; value: string | boolean; at: number }
  | { kind: 'did'; who: string; name: string; properties: object; at: number; plan: string | undefined }
  | { kind: 'merged'; who: string; other: string; at: number };
const sent: fc.Arbitrary<Sent> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('called' as const),
      who,
      value: fc.constantFrom('control', 'control', 'test', 'test', 'third', false, 'gone'),
      at: moment,
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      ...{
        kind: fc.constant('did' as const),
        who,
        name: fc.constantFrom('view', 'buy', 'pay'),
        properties,
        at: moment,
      },
      plan: fc.constantFrom(undefined, undefined, undefined, 'team', 'free'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merged' as const), who, other: who, at: moment }) },
);

const conditions = fc.constantFrom<object[]>(
  ...[[], [], [], [{ key: 'n', value: 1 }], [{ key: 'plan', value: 'team', type: 'person' }]],
  [
    { key: 'n', operator: 'is_not_set' },
    { key: 'plan', operator: 'is_not', value: 'free', type: 'person' },
  ],
);
type Entry = { action: number | null; id: string | null; properties: object[] };
const entry: fc.Arbitrary<Entry> = fc.record({
  action: fc.constantFrom(null, null, null, 0, 1),
  id: fc.constantFrom('view', 'buy', 'pay', 'pay', null),
  properties: conditions,
});
const metric = fc.record({
  insight: fc.constantFrom('FUNNELS', 'TRENDS'),
  entries: fc.array(entry, { minLength: 1, maxLength: 3 }),
  windowDays: fc.constantFrom(0.5, 1, 3, 14),
  properties: conditions,
});
type Metric = typeof metric extends fc.Arbitrary<infer Value> ? Value : never;
const history = fc.record({
  sent: fc.array(sent, { minLength: 5, maxLength: 60 }),
  metrics: fc.array(metric, { minLength: 1, maxLength: 4 }),
  start: moment,
  end: fc.option(moment),
  carries: fc.boolean(),
});
type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;

/** What the two actions of the test match, in the words of the test. */
const actionSteps = [[{ event: 'view', properties: { n: 1 } }], [{ event: 'buy' }, { event: 'pay' }]];
const actionMatches = [
  (event: Event) => event.name === 'view' && `${event.properties.n}` === '1',
  (event: Event) => event.name === 'buy' || event.name === 'pay',
];

type Event = { index: number; at: number; name: string; properties: Record<string, unknown>; person: Person };
type Person = { id: number; properties: Record<string, unknown> };

/** Each condition as the test means it, one by one. */
function holds(given: object[], { properties, person }: Event): boolean {
  return given.every((condition) => {
    const { key, operator, value } = condition as { key: string; operator?: string; value?: unknown };
    const found = key === 'plan' ? person.properties.plan : properties[key];
    if (operator === 'is_not_set') return found === undefined;
    return (found !== undefined && `${found}` === `${value}`) !== (operator === 'is_not');
  });
}

function matches({ action, id, properties }: Entry, ofAll: object[], event: Event): boolean {
  const isIt = action === null ? id === null || id === event.name : actionMatches[action]?.(event);
  return isIt === true && holds([...properties, ...ofAll], event);
}

/** Of all ways through the steps: the furthest, and the earliest end of one that goes through all. */
function furthest(
  events: Event[],
  steps: ((event: Event) => boolean)[],
  from = 0,
  step = 0,
): { step: number; at: number } {
  if (step === steps.length) return { step, at: events[from - 1]?.at ?? 0 };
  let best = { step, at: Infinity };
  for (let index = from; index < events.length; index++) {
    if (!steps[step]?.(events[index] as Event)) continue;
    const way = furthest(events, steps, index + 1, step + 1);
    if (way.step > best.step || (way.step === best.step && way.at < best.at)) best = way;
  }
  return best;
}

type Exposed = { person: Person; variant: string; since: number; events: Event[] };

/** Who is exposed, person by person, with the events that count for it in the order of time. */
function exposedOf(events: Event[], { start, end, carries }: History) {
  const inRun = events.filter(({ at }) => at >= start && at <= (end ?? last + dayMs));
  const hasCalls = inRun.some(({ name }) => name === '$feature_flag_called');
  const source = hasCalls ? 'feature_flag_called' : carries ? 'feature_property' : null;
  const saidIn = ({ name, properties }: Event) =>
    hasCalls ? (name === '$feature_flag_called' ? properties.$feature_flag_response : undefined) : properties.$feature;
  const exposed: Exposed[] = [];
  let [several, others] = [0, 0];
  for (const person of new Set(inRun.map((event) => event.person))) {
    const own = inRun.filter((event) => event.person === person).sort((a, b) => a.at - b.at || a.index - b.index);
    const saw = own.filter((event) => saidIn(event) !== undefined);
    const seen = new Set(saw.map(saidIn).filter((value) => variants.includes(`${value}`)));
    if (seen.size > 1) several += 1;
    if (seen.size === 0 && saw.length > 0) others += 1;
    if (seen.size !== 1) continue;
    const [variant] = [...seen].map(String) as [string];
    const since = saw.find((event) => saidIn(event) === variant)?.at ?? 0;
    exposed.push({ person, variant, since, events: own.filter(({ at }) => at >= since) });
  }
  return { source: exposed.length + several + others === 0 && !hasCalls ? null : source, exposed, several, others };
}

/** What the result of a metric must say, as far as it is counted. */
function expected(events: Event[], given: History, { insight, entries, windowDays, properties }: Metric) {
  const { source, exposed, several, others } = exposedOf(events, given);
  const of = (variant: string) => exposed.filter((one) => one.variant === variant);
  const perVariant = (numberOf: (some: Exposed[]) => number) =>
    Object.fromEntries(variants.map((variant) => [variant, numberOf(of(variant))]));
  const tests = entries.map((one) => (event: Event) => matches(one, properties, event));
  const wayOf = ({ since, events: own }: Exposed) =>
    furthest(
      own.filter(({ at }) => at - since <= windowDays * dayMs),
      tests,
    );
  const ways = new Map(exposed.map((one) => [one.person, wayOf(one)]));
  const stepOf = ({ person }: Exposed) => ways.get(person)?.step ?? 0;
  const stateBy = (end: number) =>
    variants.map((key) => {
      const people = of(key).filter(({ since }) => since < end);
      const counted = people.flatMap(({ events: own }) =>
        own.filter((event) => event.at < end && tests.some((test) => test(event))),
      );
      const done = people.filter((one) => stepOf(one) === tests.length && (ways.get(one.person)?.at ?? 0) < end);
      const count = insight === 'FUNNELS' ? { success_count: done.length } : { count: counted.length };
      return { key, exposures: people.length, ...(count as { success_count?: number; count?: number }) };
    });
  const end = given.end ?? last + dayMs;
  const firstDay = Math.floor(given.start / dayMs);
  const days = Array.from({ length: Math.max(0, Math.floor(end / dayMs) - firstDay + 1) }, (_, day) => firstDay + day);
  const state = stateBy(Infinity);
  const used = state.filter(({ exposures }) => exposures > 0).map(({ key }) => key);
  const hasControl = used.includes('control');
  // Without a window, or after it, nobody's outcome is open.
  const isMature = ({ since }: Exposed) => insight !== 'FUNNELS' || since + windowDays * dayMs <= end;
  const evidenceOf = ({ key, count }: (typeof state)[number]) => {
    const mature = of(key).filter(isMature);
    return { people: mature.length, count: count ?? mature.filter((one) => stepOf(one) === tests.length).length };
  };
  return {
    source,
    exposures: perVariant((some) => some.length),
    several,
    others,
    steps:
      insight === 'FUNNELS'
        ? tests.map((_, step) => perVariant((some) => some.filter((one) => stepOf(one) > step).length))
        : [],
    variants: hasControl ? state.map((one) => ({ ...one, evidence: evidenceOf(one) })) : [],
    days: days
      .map((day) => ({
        date: new Date(day * dayMs).toISOString().slice(0, 10),
        variants: stateBy((day + 1) * dayMs).filter(({ key }) => used.includes(key)),
      }))
      .filter((one) => hasControl && used.length > 1 && one.variants.every(({ exposures }) => exposures > 0)),
  };
}

/** The same of an answer. */
function counted({ exposure, steps, variants: results, days }: MetricResult) {
  type Counts = Pick<MetricResult['variants'][number], 'key' | 'exposures' | 'success_count' | 'count'>;
  const numbers = ({ key, exposures, success_count, count }: Counts) =>
    withoutAbsent({ key, exposures, success_count, count });
  return {
    source: exposure?.source,
    exposures: exposure?.by_variant,
    several: exposure?.in_several_variants,
    others: exposure?.other_values,
    steps,
    variants: results.map(({ evidence: { people, count }, ...variant }) => ({
      ...numbers(variant),
      evidence: { people, count },
    })),
    days: days.map(({ date, variants: ofDay }) => ({ date, variants: ofDay.map(numbers) })),
  };
}

const filtersOf = ({ insight, entries, windowDays, properties }: Metric, actions: number[]) => {
  const own = entries.map((one, order) => ({ ...one, order }));
  return {
    insight,
    properties,
    funnel_window_days: windowDays,
    events: own
      .filter(({ action }) => action === null)
      .map(({ id, order, properties: p }) => ({ id, order, properties: p })),
    actions: own
      .filter(({ action }) => action !== null)
      .map(({ action, order, properties: p }) => ({ id: actions[action as number], order, properties: p })),
  };
};

let runs = 0;

/** The run's own flag and ids keep it apart from those before it on the same server. */
async function play(server: TestServer, lab: Lab, actions: number[], given: History) {
  runs += 1;
  const [flag, prefix] = [`flag-${runs}`, `run${runs}-`];
  const early = variants.map((who): Sent => ({ kind: 'called', who, value: who, at: given.start }));
  const all = [...early, ...given.sent];
  const batch = all.map((one) => {
    const timestamp = new Date(one.at).toISOString();
    const id = prefix + one.who;
    if (one.kind === 'called' && given.carries) return did('view', id, timestamp, { [`$feature/${flag}`]: one.value });
    if (one.kind === 'called') return called(id, one.value, timestamp, flag);
    if (one.kind === 'merged') return did('$identify', id, timestamp, { $anon_distinct_id: prefix + one.other });
    return did(one.name, id, timestamp, { ...one.properties, ...(one.plan ? { $set: { plan: one.plan } } : {}) });
  });
  await lab.capture(batch);
  const { body } = await server.api('GET', `/api/projects/1/persons/?limit=1000&search=${prefix}`);
  const persons = personList.parse(body).results;
  const events = batch.map(({ event, distinct_id: id, properties: own }, index): Event => {
    const person = persons.find(({ distinct_ids: ids }) => ids.includes(id));
    const properties: Record<string, unknown> = {
      ...own,
      $feature: (own as Record<string, unknown>)[`$feature/${flag}`],
    };
    return { index, at: all[index]?.at ?? 0, name: event, properties, person: person as Person };
  });
  const weights = variants.map((key) => ({ key, rollout_percentage: key === 'third' ? 34 : 33 }));
  const [main, ...others] = given.metrics.map((one) => filtersOf(one, actions));
  const id = await lab.add({
    name: flag,
    feature_flag_key: flag,
    start_date: new Date(given.start).toISOString(),
    end_date: given.end === null ? null : new Date(given.end).toISOString(),
    parameters: { feature_flag_variants: weights },
    filters: main,
    secondary_metrics: others.map((filters) => ({ filters })),
  });
  const results = [await lab.result(id), ...(await lab.secondary(id))];
  expect(results.map(counted)).toEqual(given.metrics.map((one) => expected(events, given, one)));
}

test('results of any history are those of a count person by person', { timeout: 60_000 }, async () => {
  const now = last + dayMs;
  const uuid = () => crypto.randomUUID();
  const server = await startTestServer({ clock: { now: () => now, uuid } });
  const lab = labOf(server);
  const api = (method: string, rest: string, body?: unknown) =>
    server.api(method, `/api/projects/1/actions/${rest}`, body);
  const actions: number[] = [];
  for (const [index, steps] of actionSteps.entries()) {
    const { body } = await api('POST', '', { name: `Action ${index}`, steps });
    actions.push((await settled(api, (body as { id: number }).id)).id);
  }
  try {
    const ordered = history.filter(({ start, end }) => end === null || end >= start);
    await fc.assert(
      fc.asyncProperty(ordered, (given) => play(server, lab, actions, given)),
      { numRuns: 40 },
    );
  } finally {
    await server.close();
  }
});
