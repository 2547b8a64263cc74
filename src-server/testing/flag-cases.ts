import fc from 'fast-check';
import type { JsonObject } from '../core/contract.ts';
import type { FlagValue } from '../flags/contract.ts';

const now = Date.now();
const daysAgo = (days: number) => now - days * 86_400_000;

// What a client may have as the value of a property, each kind with what sets the operators apart. Not among them is what
// decisions 3 leaves an SDK to see otherwise: dates without a zone, and no more than numbers where `gt` and its like compare.
const words = [
  'pro',
  'Pro',
  'PRO',
  'free',
  'Größe L',
  'GRÖSSE L',
  'grösse l',
  'STRASSE',
  'straße',
  '',
  ' ',
  'null',
  'true',
  'False',
];
const numbers = fc.oneof(
  fc.integer({ min: -40, max: 120 }),
  fc.integer({ min: -80, max: 240 }).map((value) => value / 2),
  fc.constantFrom('5', ' 7 ', '18', '-5.5', '1e2', '64.0', '.5'),
);
// Half a day off, so that no clock comes near a whole number of days.
const past = fc.integer({ min: 0, max: 900 }).map((days) => daysAgo(days + 0.5));
const dates = fc.oneof(
  past.map((time) => new Date(time).toISOString()),
  past.map((time) => new Date(time).toISOString().slice(0, 10)),
  past.map((time) => new Date(time).toISOString().replace(/\.\d+Z$/, '+05:30')),
  past,
  fc.constantFrom('2026-01-31', '2026-01-31T10:00:00Z', 'soon'),
);
const odd = fc.constantFrom<unknown>(['a', 1.5], ['pro', 'free'], { b: 'x', a: [true] }, {}, 5, 5.5, true, false, null);
const mails = fc
  .tuple(fc.constantFrom('ada', 'Grace', 'jürgen', 'x_y'), fc.constantFrom('example.org', 'Example.ORG', 'mail.test'))
  .map((parts) => parts.join('@'));
const person = fc.record(
  {
    plan: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, odd),
    email: fc.oneof({ weight: 6, arbitrary: mails }, odd),
    age: fc.oneof({ weight: 9, arbitrary: numbers }, fc.constant(null)),
    since: fc.oneof({ weight: 9, arbitrary: dates }, fc.constant(null)),
    beta: fc.constantFrom(true, false, 'true', 'TRUE', 'false', null),
  },
  // Each may be missing.
  { requiredKeys: [], noNullPrototype: true },
);
const ids = fc.constantFrom(
  'user-%',
  'Ada.%@example.org',
  '00000000-0000-4000-8000-%',
  '$device:%',
  'größe %',
  'a|(%)*.',
);
const company = fc.record(
  { industry: fc.constantFrom('Retail', 'retail', 'Bäckerei', null), seats: numbers, founded: dates },
  { requiredKeys: ['seats'], noNullPrototype: true },
);
const sample = <Value>(arbitrary: fc.Arbitrary<Value>, count: number, seed: number) =>
  fc.sample(arbitrary, { numRuns: count, seed });

/** `stored` was sent with earlier events, `sent` comes with the question and wins. */
export type Subject = { id: string; groups: Record<string, string>; stored: JsonObject; sent: JsonObject };

export const companies = sample(company, 60, 5).map((properties, index) => ({ key: `Firma ${index}`, properties }));
export const subjects = sample(fc.tuple(ids, person, person, fc.nat(9), fc.nat(companies.length - 1)), 10_000, 3).map(
  ([id, stored, sent, groups, place], index): Subject => ({
    id: id.replace('%', String(index).padStart(12, '0')),
    groups: groups < 3 ? {} : { company: `Firma ${place}`, ...(groups < 6 ? {} : { team: `team-${index % 700}` }) },
    stored: index % 3 === 0 ? {} : stored,
    sent: index % 3 === 1 ? {} : sent,
  }),
);

const condition = (key: string, operator: string, value?: unknown) => ({ key, operator, value, type: 'person' });
const groupsOf = (...conditions: object[]) => ({ groups: conditions });
const variantsOf = (weights: Record<string, number>) => ({
  variants: Object.entries(weights).map(([key, rollout_percentage]) => ({ key, rollout_percentage })),
});
const thirds = { multivariate: variantsOf({ control: 33.3, test: 33.3, other: 33.4 }) };

export const operators: [name: string, ...Parameters<typeof condition>][] = [
  ['exact', 'plan', 'exact', 'PRO'],
  ['exact-any', 'plan', 'exact', ['grösse l', 'True', 5.5, ['a', 1.5], { a: [true], b: 'x' }, null]],
  ['exact-flag', 'beta', 'exact', true],
  ['is-not', 'plan', 'is_not', ['free', 'straße']],
  ['is-set', 'email', 'is_set'],
  ['is-not-set', 'beta', 'is_not_set'],
  ['icontains', 'email', 'icontains', '@EXAMPLE'],
  ['icontains-umlaut', 'plan', 'icontains', 'ÖSSE'],
  ['not-icontains', 'email', 'not_icontains', 'mail'],
  ['regex', 'email', 'regex', '^[a-zA-Z]+@(example|mail)\\.\\w+$'],
  ['not-regex', 'plan', 'not_regex', '^[Pp]ro|free$'],
  ['gt', 'age', 'gt', 18],
  ['gte', 'age', 'gte', '18'],
  ['lt', 'age', 'lt', 18],
  ['lte', 'age', 'lte', 5.5],
  ['date-exact', 'since', 'is_date_exact', '2026-01-31'],
  ['date-before', 'since', 'is_date_before', '2025-12-31T00:00:00Z'],
  ['date-before-ago', 'since', 'is_date_before', '-6m'],
  ['date-after', 'since', 'is_date_after', '-90d'],
  ['date-after-years', 'since', 'is_date_after', '1y'],
];

type Flag = { key: string; filters: JsonObject; active?: boolean; ensure_experience_continuity?: boolean };
export const flags: Flag[] = [
  ...operators.map(([key, ...rest]) => ({ key, filters: groupsOf({ properties: [condition(...rest)] }) })),
  ...[0, 0.5, 30, 99.9, 100].map((rollout_percentage) => ({
    key: `rollout-${rollout_percentage}`,
    filters: groupsOf({ rollout_percentage }),
  })),
  { key: 'no-condition', filters: groupsOf() },
  {
    key: 'payload',
    filters: { ...groupsOf({ rollout_percentage: 50 }), payloads: { true: '{"limit": 5, "ö": [1]}' } },
  },
  {
    key: 'variants',
    filters: { ...groupsOf({}), ...thirds, payloads: { control: '"a text"', test: { a: [null, 1.5] }, other: 7 } },
  },
  {
    key: 'variants/half.rolled-out',
    filters: { ...groupsOf({ rollout_percentage: 50 }), multivariate: variantsOf({ a: 0, b: 12.5, c: 87.5 }) },
  },
  {
    key: 'variant-overrides',
    filters: {
      ...groupsOf(
        { properties: [condition('plan', 'icontains', 'pro')], rollout_percentage: 70 },
        { properties: [condition('beta', 'exact', 'true')], rollout_percentage: 60, variant: 'test' },
        { rollout_percentage: 20, variant: 'other' },
        { properties: [condition('age', 'gte', 0), condition('email', 'icontains', 'A')], rollout_percentage: 80 },
      ),
      ...thirds,
    },
  },
  {
    key: 'several',
    filters: groupsOf(
      { properties: [condition('plan', 'exact', 'pro'), condition('age', 'lt', 65)], rollout_percentage: 40 },
      { properties: [condition('since', 'is_date_after', '-1y')], rollout_percentage: 60 },
      { rollout_percentage: 10 },
    ),
  },
  { key: 'by-id', filters: groupsOf({ properties: [condition('distinct_id', 'regex', '^user-|7$')] }) },
  { key: 'group-rollout', filters: { ...groupsOf({ rollout_percentage: 50 }), aggregation_group_type_index: 0 } },
  {
    key: 'group-properties',
    filters: {
      ...groupsOf(
        { properties: [condition('industry', 'exact', 'retail'), condition('seats', 'gt', 10)], variant: 'test' },
        { properties: [condition('founded', 'is_date_before', '-6m')], rollout_percentage: 50 },
        { properties: [condition('$group_key', 'icontains', 'firma 1')] },
      ),
      ...thirds,
      payloads: { test: '[1, 2]' },
      aggregation_group_type_index: 0,
    },
  },
  {
    key: 'group-other-type',
    filters: { ...groupsOf({ rollout_percentage: 30 }), ...thirds, aggregation_group_type_index: 1 },
  },
  { key: 'off', active: false, filters: groupsOf({}) },
  { key: 'everyone-on', filters: groupsOf({ rollout_percentage: 0 }) },
  { key: 'everyone-off', filters: { ...groupsOf({}), payloads: { true: '1' } } },
  { key: 'everyone-variant', active: false, filters: { ...groupsOf(), ...thirds, payloads: { test: '{"b": true}' } } },
  { key: 'everyone-group', filters: { ...groupsOf({ rollout_percentage: 0 }), aggregation_group_type_index: 0 } },
  { key: 'person-values', filters: { ...groupsOf({ rollout_percentage: 50 }), ...thirds, payloads: { other: '{}' } } },
  { key: 'person-off-everyone-on', filters: groupsOf({ rollout_percentage: 0 }) },
  { key: 'person-on', active: false, filters: groupsOf({}) },
  { key: 'person-group', filters: { ...groupsOf({ rollout_percentage: 50 }), aggregation_group_type_index: 0 } },
  { key: 'continuity', ensure_experience_continuity: true, filters: groupsOf({ rollout_percentage: 50 }) },
];

export const aliasOf = (id: string) => `alias of ${id}`;
const idsAt = (first: number) => subjects.flatMap(({ id }, index) => (index % 400 === first ? [id] : []));
export const overrides: [key: string, value: FlagValue, ids: (string | null)[]][] = [
  ['everyone-on', true, [null]],
  ['everyone-off', false, [null]],
  ['everyone-variant', 'test', [null]],
  ['everyone-group', true, [null]],
  ['person-values', 'other', idsAt(1)],
  ['person-values', 'control', idsAt(2)],
  ['person-values', false, idsAt(3)],
  ['person-values', 'test', idsAt(7).map(aliasOf)],
  ['person-off-everyone-on', true, [null]],
  ['person-off-everyone-on', false, idsAt(4)],
  ['person-on', true, idsAt(5)],
  ['person-group', true, idsAt(6)],
];
