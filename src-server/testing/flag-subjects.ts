import fc from 'fast-check';
import type { JsonObject } from '../core/contract.ts';

const now = Date.now();
const daysAgo = (days: number) => now - days * 86_400_000;

// Values that a client may have for a property, of each kind that operators treat differently. Omits those that an SDK treats
// differently (see match-property.ts): dates without a zone, and a list of one number.
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
export const person = fc.record(
  {
    plan: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...words) }, odd),
    email: fc.oneof({ weight: 6, arbitrary: mails }, odd),
    age: fc.oneof({ weight: 9, arbitrary: numbers }, fc.constantFrom(null, 'six', '6 pm', true)),
    since: fc.oneof({ weight: 9, arbitrary: dates }, fc.constant(null)),
    beta: fc.constantFrom(true, false, 'true', 'TRUE', 'false', null),
  },
  // Each may be missing.
  { requiredKeys: [], noNullPrototype: true },
);
export const ids = fc.constantFrom(
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

/** `stored` was sent with earlier events; `sent` comes with the request and wins. */
export type Subject = { id: string; groups: Record<string, string>; stored: JsonObject; sent: JsonObject };

export const companies = sample(company, 60, 5).map((properties, index) => ({ key: `Firma ${index}`, properties }));
/**
 * Number of subjects. A hashing error shows in half of them, an operator error in each of its values: of the rarest, days near
 * the limit of a date, there are two. More ids repeat these.
 */
const subjectCount = 1000;
const drawn = fc.tuple(ids, person, person, fc.nat(9), fc.nat(companies.length - 1));
export const subjects = sample(drawn, subjectCount, 3).map(
  ([id, stored, sent, groups, place], index): Subject => ({
    id: id.replace('%', String(index).padStart(12, '0')),
    groups: groups < 3 ? {} : { company: `Firma ${place}`, ...(groups < 6 ? {} : { team: `team-${index % 700}` }) },
    stored: index % 3 === 0 ? {} : stored,
    sent: index % 3 === 1 ? {} : sent,
  }),
);
