import fc from 'fast-check';
import { expect, test } from 'vitest';
import { called, did, inNovember, labForEach, trend } from '../experiments/results/results-testing.ts';
import { flag } from '../flags/contract.ts';
import { operators } from '../testing/flag-cases.ts';
import { isLongRun } from '../testing/long-run.ts';
import { previewsOf } from './preview-testing.ts';

const { server, lab } = labForEach();
const { preview } = previewsOf(server);
const root = '/api/projects/@current/feature_flags/';

const keys = ['plan', 'email', 'age', 'beta', 'since'] as const;
const value = fc.oneof(
  fc.constantFrom('pro', 'PRO', 'free', 'ann@example.com', '2026-01-01', '18', '', null, true, false, 5.5, 18, 40),
  fc.constantFrom([], ['pro'], { a: [true], b: 'x' }),
);
const properties = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4 });
const condition = fc.constantFrom(...operators).map(([, key, operator, given]) => ({
  key,
  operator,
  type: 'person',
  ...(given === undefined ? {} : { value: given }),
}));
const filters = fc.constantFrom([], ['a'], ['a', 'b', 'c']).chain((variants) =>
  fc.record({
    groups: fc.array(
      fc.record({
        properties: fc.oneof({ weight: 3, arbitrary: fc.tuple(condition) }, fc.array(condition, { maxLength: 2 })),
        rollout_percentage: fc.constantFrom(null, null, null, 0, 50, 90),
        variant: fc.constantFrom(null, ...variants),
      }),
      { maxLength: 3 },
    ),
    multivariate: fc.constant(
      variants.length === 0
        ? null
        : { variants: variants.map((key) => ({ key, rollout_percentage: 100 / variants.length })) },
    ),
    payloads: fc.constantFrom({}, variants.length === 0 ? { true: '[1]' } : { a: '"text"' }),
  }),
);
const someFlag = fc.record({
  active: fc.constantFrom(true, true, true, false),
  ensure_experience_continuity: fc.boolean(),
  filters,
  override: fc.constantFrom('none', 'none', 'none', 'none', 'phone', 'everyone'),
});

const casesInRound = 5;
const minRounds = isLongRun ? 24 : 2;
const maxRounds = 60;

/** Checks a property in a few rounds of cases, and in more of them until every outcome has been seen. */
async function checkUntil<Given extends unknown[]>(isComplete: () => boolean, property: fc.IAsyncProperty<Given>) {
  for (let round = 0; round < minRounds || (round < maxRounds && !isComplete()); round++)
    await fc.assert(property, { numRuns: casesInRound });
}

type Details = Record<string, { enabled: boolean; variant: string | null; reason: { code: string }; metadata: object }>;

test('flags are what /decide/ and /flags/ answer for the same id, also once the tried properties are stored', async () => {
  let persons = 0;
  const seen = new Set<string>();
  const codes = [
    'override',
    'condition_match',
    'out_of_rollout_bound',
    'no_condition_match',
    'flag_disabled',
    'flipped',
  ];
  await checkUntil(
    () => codes.every((code) => seen.has(code)),
    fc.asyncProperty(
      fc.array(someFlag, { minLength: 2, maxLength: 6 }),
      properties,
      fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), fc.option(value, { nil: undefined })), {
        selector: ([key]) => key,
        minLength: 1,
        maxLength: 4,
      }),
      fc.boolean(),
      async (some, stored, changes, isAlias) => {
        persons += 1;
        const [known, phone] = [`person-${persons}`, `phone-${persons}`];
        await lab.capture([
          did('$identify', known, inNovember(20), { $set: stored }),
          did('$create_alias', known, inNovember(20), { alias: phone }),
        ]);
        for (const [index, { override, ...one }] of some.entries()) {
          const created = await server.api('POST', root, { key: `flag-${persons}-${index}`, ...one });
          expect(created).toMatchObject({ status: 201 });
          const { id, filters: saved } = flag.parse(created.body);
          if (override === 'none') continue;
          const overridden = saved.multivariate?.variants[0]?.key ?? true;
          const body = { distinct_id: override === 'phone' ? phone : null, value: overridden };
          expect(await server.api('POST', `${root}${id}/overrides/`, body)).toMatchObject({ status: 201 });
        }
        const distinct_id = isAlias ? phone : known;
        // Keeps another id for flags with a continuous experience.
        await server.capture({ distinct_id: known, $anon_distinct_id: `anon-${persons}` }, '/decide/?v=3');
        const set = Object.fromEntries(changes.flatMap(([key, to]) => (to === undefined ? [] : [[key, to]])));
        const unset = changes.flatMap(([key, to]) => (to === undefined ? [key] : []));

        const before = await preview(known, { distinct_id });
        expect(await asServed(distinct_id)).toEqual(asPreviewed(before.flags));
        const tried = await preview(known, { distinct_id, set, unset });
        expect(tried.flags.map(({ stored_value }) => stored_value)).toEqual(before.flags.map((one) => one.value));
        expect(await asServed(distinct_id)).toEqual(asPreviewed(before.flags));
        await lab.capture([did('$set', known, inNovember(20), { $set: set, $unset: unset })]);
        expect(await asServed(distinct_id)).toEqual(asPreviewed(tried.flags));
        for (const { reason, value: now, stored_value: was } of tried.flags) {
          seen.add(reason.code);
          if (now !== was) seen.add('flipped');
        }
        for (const { id } of before.flags) await server.api('PATCH', `${root}${id}/`, { deleted: true });
      },
    ),
  );
  expect([...seen].toSorted()).toEqual(codes.toSorted());
});

type Flags = Awaited<ReturnType<typeof preview>>['flags'];
const asPreviewed = (flags: Flags) =>
  Object.fromEntries(flags.map(({ key, value: now, reason, payload }) => [key, [now, reason.code, payload]]));

async function asServed(distinct_id: string) {
  const { body } = await server.capture({ distinct_id }, '/flags/?v=2');
  const details = Object.entries((body as { flags: Details }).flags);
  const { body: decided } = await server.capture({ distinct_id }, '/decide/?v=3');
  const { featureFlags } = decided as { featureFlags: Record<string, unknown> };
  for (const [key, { enabled, variant }] of details) expect(featureFlags[key] ?? false).toBe(variant ?? enabled);
  return Object.fromEntries(
    details.map(([key, { enabled, variant, reason, metadata }]) => [
      key,
      [variant ?? enabled, reason.code, Object(metadata).payload ?? null],
    ]),
  );
}

const who = fc.constantFrom('a', 'b', 'c', 'd');
const moment = fc.integer({ min: 0, max: 5 * 24 }).map((hour) => inNovember(15, hour));
const sent = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(who, fc.constantFrom('control', 'test', 'test', 'gone', false), moment)
      .map(([id, of, at]) => called(id, of, at)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(who, fc.constantFrom('control', 'test'), moment)
      .map(([id, of, at]) => did('viewed', id, at, { '$feature/checkout': of })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(who, who, moment).map(([id, alias, at]) => did('$create_alias', id, at, { alias })),
  },
  { weight: 1, arbitrary: fc.tuple(who, moment).map(([id, at]) => did('$set', id, at, { $set: { staff: true } })) },
);
const run = fc.record({
  events: fc.array(
    fc.tuple(sent, fc.constantFrom(undefined, undefined, 'qa')).map(([event, name]) => ({
      ...event,
      properties: { ...event.properties, $benchtop_test_run: name },
    })),
    // Most states need several events.
    { minLength: 1, maxLength: 30, size: 'max' },
  ),
  onlyCarried: fc.constantFrom(false, false, true),
  start: fc.integer({ min: 0, max: 48 }).map((hour) => inNovember(15, hour)),
  leavesOut: fc.boolean(),
  isExcluding: fc.boolean(),
  test_run: fc.constantFrom(undefined, undefined, 'qa', '(none)'),
});

test('exposures are the ones that the results count, person by person', async () => {
  let runs = 0;
  const states = new Set<string>();
  const all = ['exposed', 'not_exposed', 'several_variants', 'other_values', 'excluded'];
  await checkUntil(
    () => all.every((state) => states.has(state)),
    fc.asyncProperty(run, async ({ events, onlyCarried, start, leavesOut, isExcluding, test_run }) => {
      runs += 1;
      const nameOf = (id: unknown) => `${runs}-${id}`;
      const key = `checkout-${runs}`;
      const batch = events
        .filter(({ event }) => !(onlyCarried && event === '$feature_flag_called'))
        .map(({ distinct_id, ...event }) => ({
          ...event,
          distinct_id: nameOf(distinct_id),
          properties: renamed(event.properties, key, nameOf),
        }));
      await lab.capture(batch);
      const staff = { key: 'staff', value: true, type: 'person', operator: 'exact' };
      const experiment_exclusions = { bots: false, properties: isExcluding ? [staff] : [] };
      await server.api('PATCH', '/api/projects/@current/', { experiment_exclusions });
      const benchtop = { exclude_test_runs: leavesOut };
      const id = await lab.add({ feature_flag_key: key, start_date: start, filters: { ...trend, benchtop } });
      const query = test_run === undefined ? '' : `?test_run=${encodeURIComponent(test_run)}`;
      const { body } = await lab.get(`${id}/results/${query}`);
      const counted = (body as { result: { exposure: Record<string, unknown> } }).result.exposure;

      const people = new Map<number, string>();
      const told = { control: 0, test: 0, several_variants: 0, other_values: 0, excluded: 0 };
      const times: string[] = [];
      for (const distinctId of new Set(batch.map((event) => event.distinct_id))) {
        const { person, experiments } = await preview(distinctId, test_run === undefined ? {} : { test_run });
        const exposure = experiments.find((one) => one.id === id)?.exposure;
        if (exposure === null || exposure === undefined) throw new Error('not computed');
        const { state, variant, at, event, source } = exposure;
        // The same for each id of a person.
        const before = people.get(person.id);
        expect(before ?? JSON.stringify(exposure)).toBe(JSON.stringify(exposure));
        if (before !== undefined) continue;
        people.set(person.id, JSON.stringify(exposure));
        states.add(state);
        expect(source).toBe(counted.source);
        if (state === 'exposed') {
          told[variant as 'control' | 'test'] += 1;
          times.push(String(at));
          const carrier = (await server.api('GET', `/api/projects/@current/events/${event}/`)).body;
          expect(carrier).toMatchObject({ timestamp: at });
        } else if (state in told) told[state as keyof typeof told] += 1;
      }
      times.sort();
      const { several_variants, other_values, ...rest } = told;
      expect({
        by_variant: { control: rest.control, test: rest.test },
        in_several_variants: several_variants,
        other_values,
        first_at: times[0] ?? null,
        last_at: times.at(-1) ?? null,
      }).toEqual({
        by_variant: counted.by_variant,
        in_several_variants: counted.in_several_variants,
        other_values: counted.other_values,
        first_at: counted.first_at,
        last_at: counted.last_at,
      });
      // Of excluded people, results count only those who had a variant.
      expect(told.excluded).toBeGreaterThanOrEqual(Number(counted.excluded));
      await server.api('PATCH', `/api/projects/@current/experiments/${id}/`, { deleted: true });
    }),
  );
  expect([...states].toSorted()).toEqual(all.toSorted());
});

function renamed(properties: object, key: string, nameOf: (id: unknown) => string): object {
  const given: Record<string, unknown> = { ...properties };
  if ('alias' in given) given.alias = nameOf(given.alias);
  if ('$feature_flag' in given) given.$feature_flag = key;
  if ('$feature/checkout' in given) given[`$feature/${key}`] = given['$feature/checkout'];
  delete given['$feature/checkout'];
  return given;
}
