import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExpectedCount, expectationInput, type Rule } from '../contract.ts';
import { expectationStatusOf, resultOf } from './conclude.ts';
import type { WholeEvent } from './conditions.ts';
import { contextOf, holds, plainVerdict } from './plain-verdict-testing.ts';
import { RuleTally } from './tally.ts';

type Sent = { event: string; person: number; total: number | string | null; at: number };

/** Events with the ids 1, 2, …, whose timestamps are in the same order. */
const observed = ({ event, person, total, at }: Sent, index: number): WholeEvent => {
  const uuid = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  return {
    id: index + 1,
    timestamp: index,
    receivedAt: at,
    event,
    uuid,
    distinctId: `person ${person}`,
    personId: person,
    properties: () => (total === null ? {} : { total, $time: index }),
    person: () => ({}),
    findUuid: () => uuid,
  };
};

const ruleOf = (rule: Partial<Rule>) => expectationInput.parse({ event: 'b', ...rule });

function verdictOfEvents(rule: Rule, events: readonly WholeEvent[], isOpen = false) {
  const tally = new RuleTally(rule, contextOf(rule, events));
  for (const event of events) if (event.event === rule.event) tally.add(event);
  const finder = { whole: (id: number) => events.find((event) => event.id === id), similar: () => null };
  return resultOf(tally, expectationStatusOf(tally, isOpen), finder);
}

const verdictOf = (rule: Partial<Rule>, events: Sent[], isOpen = false) =>
  verdictOfEvents(ruleOf(rule), events.map(observed), isOpen);

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

/** Returns matches by their definition, event by event. */
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

function isRepeated({ unique }: Partial<Rule>, matches: Sent[]): boolean {
  if (unique == null) return false;
  const keys = matches.flatMap(({ person, total }) =>
    'whole' in unique ? [JSON.stringify([person, total])] : total === null ? [] : [JSON.stringify(total)],
  );
  return new Set(keys).size < keys.length;
}

describe('a rule', () => {
  test('passes if the number of matches is as expected and none repeats another', () => {
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

  test('that is decided early keeps its verdict whatever events follow', () => {
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

  test('that fails for too few events reports as nearest miss a non-matching event, with its differences', () => {
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

  test('has the verdict of the events by timestamp, in whatever order they arrive', () => {
    const arriving = fc
      .array(fc.tuple(sent, fc.nat(6)), { maxLength: 14 })
      .map((all) => all.map(([event, timestamp], index) => ({ ...observed(event, index), timestamp })));
    fc.assert(
      fc.property(
        rule,
        arriving.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        (partial, [events, shuffled]) => {
          const whole = ruleOf(partial);
          expect(verdictOfEvents(whole, shuffled)).toEqual(plainVerdict(whole, events));
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('an event that arrives too late is reported with its delay', () => {
  const { nearest } = verdictOf({ within: 1 }, [{ event: 'b', person: 1, total: 1, at: 2500 }]);
  expect(nearest?.differences).toEqual([
    { path: 'received_at', wanted: 'within 1 s of the start', got: '2.5 s after the start', nearest: null },
  ]);
});
