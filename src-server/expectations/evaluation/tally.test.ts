import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSchemas } from '../../properties/json-schema.ts';
import { type ExpectedCount, expectationInput, type Rule } from '../contract.ts';
import { conclude } from './conclude.ts';
import type { Observed } from './conditions.ts';
import { createTallies } from './tally.ts';

const schemaOf = createSchemas();
type Sent = { event: string; person: number; total: number | string | null; at: number };

const observed = ({ event, person, total, at }: Sent, index: number): Observed => ({
  uuid: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
  event,
  distinctId: `person ${person}`,
  personId: person,
  receivedAt: at,
  properties: () => (total === null ? {} : { total, $time: index }),
  person: () => ({}),
});

function verdictOf(rule: Partial<Rule>, events: Sent[], isOpen = false) {
  const whole = expectationInput.parse({ event: 'b', ...rule });
  const { tallies, add } = createTallies([whole], { startedAt: 0, schemaOf });
  for (const [index, event] of events.entries()) add(observed(event, index));
  const [verdict] = tallies.map((tally) => conclude(tally, isOpen, () => null));
  if (verdict === undefined) throw new Error('There is no verdict.');
  return verdict;
}

const sent: fc.Arbitrary<Sent> = fc.record({
  event: fc.constantFrom('a', 'b', 'c'),
  person: fc.integer({ min: 1, max: 3 }),
  total: fc.constantFrom(1, 2, '1', null),
  at: fc.integer({ min: 0, max: 4000 }),
});
const count: fc.Arbitrary<ExpectedCount> = fc.oneof(
  fc.nat(4).map((exactly) => ({ exactly })),
  fc.nat(4).map((n) => ({ at_least: n })),
  fc.nat(4).map((n) => ({ at_most: n })),
  fc.constant({ never: true as const }),
);
const rule: fc.Arbitrary<Partial<Rule>> = fc.record(
  {
    count,
    after: fc.constantFrom('a', 'b'),
    distinct_id: fc.constantFrom('person 1', 'person 2'),
    schema: fc.constant({ properties: { total: { type: 'number' } } }),
    within: fc.constantFrom(1, 3),
    unique: fc.constantFrom<NonNullable<Rule['unique']>>({ property: 'total' }, { whole: true }),
  },
  { requiredKeys: [] },
);

/** The definition of a match, event by event. */
function matchesOf(rule: Partial<Rule>, events: Sent[]): Sent[] {
  return events.filter(
    ({ event, person, total, at }, index) =>
      event === 'b' &&
      (rule.distinct_id == null || rule.distinct_id === `person ${person}`) &&
      (rule.within == null || at <= rule.within * 1000) &&
      (rule.schema == null || total === null || typeof total === 'number') &&
      (rule.after == null ||
        events.slice(0, index).some((before) => before.event === rule.after && before.person === person)),
  );
}

function holds(count: ExpectedCount, found: number): boolean {
  if ('exactly' in count) return found === count.exactly;
  if ('at_least' in count) return found >= count.at_least;
  return found <= ('at_most' in count ? count.at_most : 0);
}

function isRepeated({ unique }: Partial<Rule>, matches: Sent[]): boolean {
  if (unique == null) return false;
  const keys = matches.flatMap(({ person, total }) =>
    'whole' in unique ? [JSON.stringify([person, total])] : total === null ? [] : [JSON.stringify(total)],
  );
  return new Set(keys).size < keys.length;
}

describe('a rule', () => {
  test('passes if the matches are as many as expected and none repeats another', () => {
    fc.assert(
      fc.property(rule, fc.array(sent, { maxLength: 12 }), (rule, events) => {
        const matches = matchesOf(rule, events);
        const { status, found } = verdictOf(rule, events);
        expect(found).toBe(matches.length);
        const isRight = holds(rule.count ?? { at_least: 1 }, matches.length) && !isRepeated(rule, matches);
        expect(status).toBe(isRight ? 'passed' : 'failed');
      }),
    );
  });

  test('that is decided while more may come stays so whatever comes', () => {
    fc.assert(
      fc.property(rule, fc.array(sent, { maxLength: 8 }), fc.array(sent, { maxLength: 8 }), (rule, events, later) => {
        const { status } = verdictOf(rule, events, true);
        if (status === 'pending') return;
        expect(verdictOf(rule, [...events, ...later]).status).toBe(status);
        expect(verdictOf(rule, [...events, ...later], true).status).toBe(status);
      }),
    );
  });

  test('that is pending can still end either way', () => {
    const open = { event: 'b', person: 1, total: 1, at: 0 };
    for (const [expected, seen] of [
      [{ exactly: 1 }, 1],
      [{ at_most: 1 }, 1],
      [{ never: true as const }, 0],
      [{ at_least: 2 }, 1],
    ] satisfies [ExpectedCount, number][]) {
      const events = Array.from({ length: seen }, () => open);
      expect(verdictOf({ count: expected }, events, true).status).toBe('pending');
      const ends = [events, [...events, open]].map((all) => verdictOf({ count: expected }, all).status);
      expect(new Set(ends)).toEqual(new Set(['passed', 'failed']));
    }
  });

  test('that fails for too few events has as nearest miss one that does not match, with its differences', () => {
    fc.assert(
      fc.property(rule, fc.array(sent, { maxLength: 12 }), (rule, events) => {
        const { status, nearest } = verdictOf({ ...rule, count: { at_least: 20 } }, events);
        expect(status).toBe('failed');
        const matches = matchesOf(rule, events);
        const named = events.filter(({ event }) => event === 'b');
        const isNear = named.length > matches.length || isRepeated(rule, matches);
        expect((nearest?.differences.length ?? 0) > 0).toBe(isNear);
      }),
    );
  });

  test('of one of several has the verdict that it has alone', () => {
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 4 }), fc.array(sent, { maxLength: 12 }), (rules, events) => {
        const whole = rules.map((each) => expectationInput.parse({ event: 'b', ...each }));
        const { tallies, add } = createTallies(whole, { startedAt: 0, schemaOf });
        for (const [index, event] of events.entries()) add(observed(event, index));
        expect(tallies.map((tally) => conclude(tally, false, () => null))).toEqual(
          rules.map((each) => verdictOf(each, events)),
        );
      }),
    );
  });
});

test('an event that arrives too late is named with its delay', () => {
  const { nearest } = verdictOf({ within: 1 }, [{ event: 'b', person: 1, total: 1, at: 2500 }]);
  expect(nearest?.differences).toEqual([
    { path: 'received_at', wanted: 'within 1 s of the start', got: '2.5 s after the start', nearest: null },
  ]);
});
