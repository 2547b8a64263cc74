import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkScenario } from './check-scenario.ts';
import { emptyTally, eventsOf, generator, type Scenario, truthOf } from './simulate-plan.ts';
import { bound, funnel, planOf, revenue, run, seeds, simulated, trend, variants } from './simulate-plan-testing.ts';
import { CannotSimulate } from './simulate-recipe.ts';

describe('a simulated user', () => {
  test('does the same for the same seed, and something else for another', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(simulated(planOf({ seed }))).toEqual(simulated(planOf({ seed })));
      }),
      { numRuns: 20 },
    );
    const [one, other] = [simulated(planOf({ seed: 7 })), simulated(planOf({ seed: 8 }))];
    const steps = ({ users }: typeof one) => users.map((events) => events.length);
    expect(steps(one)).not.toEqual(steps(other));
  });

  test('does the same when the number of users or the effect of another variant changes', () => {
    const few = simulated(planOf({ users: 10 }));
    expect(simulated(planOf({ users: 50 })).users.slice(0, 10)).toEqual(few.users);
    expect(simulated(planOf({ users: 10, effects: { other: 50 } })).users).toEqual(few.users);
  });

  test('does no less where the effect is greater', () => {
    for (const filters of [funnel, trend]) {
      const lower = simulated(planOf({ baseline: 3, effects: { test: 5 } }, filters)).users;
      const higher = simulated(planOf({ baseline: 3, effects: { test: 40 } }, filters)).users;
      expect(higher.every((events, index) => events.length >= (lower[index]?.length ?? 0))).toBe(true);
    }
  });

  test('is exposed first, then does the steps in order, all in the run and in the window', () => {
    const days = fc.constantFrom(1 / 1440, 0.5, 14, 3000);
    fc.assert(
      fc.property(seeds, days, fc.constantFrom(funnel, trend), (seed, days, filters) => {
        const plan = planOf(
          { seed, baseline: 50, users: 40 },
          {
            ...filters,
            ...(filters === trend ? { benchtop: { window_days: days } } : { funnel_window_days: days }),
          },
        );
        for (const events of simulated(plan).users) {
          const times = events.map(({ timestamp }) => Date.parse(timestamp));
          expect(times).toEqual(times.toSorted((a, b) => a - b));
          expect(times[0]).toBeGreaterThanOrEqual(run.start);
          expect(times.at(-1)).toBeLessThanOrEqual(run.end);
          expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeLessThanOrEqual(days * 86_400_000);
        }
      }),
      { numRuns: 50 },
    );
    const names = simulated(planOf({ baseline: 100 })).users[0]?.map(({ event }) => event);
    expect(names).toEqual(['$feature_flag_called', 'seen', 'added', 'bought']);
  });

  test('says what the server gave it, and that it is simulated', () => {
    const [exposure, step] = simulated(planOf({ baseline: 100 })).users[0] ?? [];
    expect(exposure).toMatchObject({
      distinct_id: 'simulated-7-1',
      properties: { $feature_flag: 'checkout', $feature_flag_response: 'test', $set: { $simulated: true } },
    });
    expect(step).toMatchObject({
      event: 'seen',
      distinct_id: 'simulated-7-1',
      properties: { '$feature/checkout': 'test' },
    });
  });

  test.each([false, true, 'gone'])('does nothing of the metric and is counted outside when it gets %s', (value) => {
    const { users, tally } = simulated(planOf({ baseline: 100 }), value);
    expect(users.every((events) => events.length === 1)).toBe(true);
    expect(tally).toEqual({ byVariant: emptyTally(variants, planOf({})).byVariant, outside: 100 });
  });
});

describe('the tally', () => {
  test('counts what was sent', () => {
    for (const filters of [funnel, trend]) {
      const { users, own } = simulated(planOf({ baseline: 40 }, filters));
      const sent = users.flat().filter(({ event }) => event !== '$feature_flag_called');
      const byStep = ['seen', 'added', 'bought'].map((step) => sent.filter(({ event }) => event === step).length);
      expect(own).toEqual(
        filters === funnel
          ? { people: 100, reached: byStep, count: 0 }
          : { people: 100, reached: [0, 0], count: sent.length },
      );
    }
  });

  test('of a funnel is the chosen share of the people, within chance, for every seed', () => {
    const rates = fc.record({ baseline: fc.integer({ min: 1, max: 60 }), effect: fc.integer({ min: -100, max: 60 }) });
    fc.assert(
      fc.property(seeds, rates, (seed, { baseline, effect }) => {
        const plan = planOf({ seed, baseline, users: 1000, effects: { test: effect } });
        const { own } = simulated(plan);
        const share = truthOf(plan.scenario, 'test') / 100;
        for (const [step, reached] of own.reached.entries()) {
          const chance = share ** ((step + 1) / 3);
          expect(Math.abs(reached - 1000 * chance)).toBeLessThanOrEqual(bound(1000 * chance * (1 - chance)));
        }
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  test('of a trend is the chosen number of events, within chance, for every seed', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: 0.01, max: 20, noNaN: true }), (seed, baseline) => {
        const { own } = simulated(planOf({ seed, baseline, users: 500 }, trend));
        expect(Math.abs(own.count - 500 * baseline)).toBeLessThanOrEqual(bound(500 * baseline));
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

test('a scenario is refused, or all that it makes is finite, whatever the numbers', () => {
  const number = fc.oneof(fc.constantFrom(0, -0, 1e308, -1e308, 1e-320, Infinity, NaN, 1, 14, 100), fc.double());
  const scenario = fc.record({ users: number, days: number, seed: number, baseline: number, effect: number });
  const property = fc.property(scenario, fc.boolean(), ({ effect, ...numbers }, isTrend) => {
    const plan = planOf({ ...numbers, effects: { test: effect } }, isTrend ? trend : funnel);
    try {
      checkScenario(plan.scenario, variants, plan.recipe.kind);
    } catch (error) {
      if (error instanceof CannotSimulate) return;
      throw error;
    }
    const tally = emptyTally(variants, plan);
    const times = eventsOf(0, 'test', plan, tally).map(({ timestamp }) => Date.parse(timestamp));
    expect(times.every((time) => time >= run.start && time <= run.end)).toBe(true);
  });
  const seen = { users: 1, days: 1e-320, seed: -0, baseline: 1e-320, effect: -0 };
  fc.assert(property, {
    numRuns: 5000,
    examples: [
      [seen, true],
      [seen, false],
    ],
  });
});

test('the generator is uniform, and streams next to each other have nothing in common', () => {
  const streams = Array.from({ length: 4000 }, (_, index) => generator(7, index));
  const first = streams.map((next) => next());
  const mean = first.reduce((sum, value) => sum + value, 0) / first.length;
  const lag = first.slice(1).reduce((sum, value, index) => sum + (value - 0.5) * ((first[index] ?? 0) - 0.5), 0);
  expect(Math.abs(mean - 0.5) * Math.sqrt(12 * first.length)).toBeLessThan(4);
  expect(Math.abs((12 * lag) / Math.sqrt(first.length))).toBeLessThan(4);
  const tenths = Array.from({ length: 10 }, (_, tenth) => first.filter((value) => Math.floor(value * 10) === tenth));
  for (const { length } of tenths) expect(Math.abs(length - 400)).toBeLessThan(bound(360));
});

const impossible: [change: Partial<Scenario>, says: RegExp, kind?: 'mean_count'][] = [
  [{ users: 0 }, /^Users: a whole number from 1/],
  [{ users: 2.5 }, /^Users/],
  [{ users: Number.NaN }, /^Users/],
  [{ days: 0 }, /^Days: a number over 0/],
  [{ seed: 0.5 }, /^Seed: a whole number/],
  [{ baseline: 0 }, /^Baseline: percent of the people/],
  [{ baseline: 101 }, /at most 100/],
  [{ baseline: 101 }, /^Baseline: events per person/, 'mean_count'],
  [{ effects: { blue: 10 } }, /^No variant has the key “blue”. There are control, test\.$/],
  [{ effects: { control: 10 } }, /^Control has no effect/],
  [{ effects: { test: -101 } }, /^Effect on test/],
  [{ effects: { test: Number.NaN } }, /^Effect on test/],
  [{ baseline: 60, effects: { test: 80 } }, /^60% with 80% more is 108%/],
  [{ baseline: 90, effects: { test: 900 } }, /over 500 events per person/, 'mean_count'],
  [{ users: 100_000 }, /over a million in all/, 'mean_count'],
];
test.each(impossible)('%o cannot be simulated, and the message says why', (change, says, kind = undefined) => {
  const { scenario } = planOf({ effects: { test: 10 }, ...change });
  expect(() => checkScenario(scenario, variants, kind ?? 'conversion')).toThrow(says);
});

test('the events of a mean have amounts whose sum per person is the truth, and an effect multiplies each', () => {
  const users = 4000;
  const amounts = (effect: number) =>
    simulated(planOf({ users, baseline: 20, effects: { test: effect } }, revenue)).users.flatMap(([, ...events]) =>
      events.map(({ properties }) => Number(properties.amount)),
    );
  const [without, more] = [amounts(0), amounts(50)];
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  // Of a sum of as many amounts as a Poisson count says: its mean × (mean² + variance) of one amount.
  expect(Math.abs(sum(without) - 20 * users)).toBeLessThan(bound(users * 20 ** 2 * (1 + 1 / 12)));
  expect(sum(more) / sum(without)).toBeCloseTo(1.5, 4);
  expect(more).toHaveLength(without.length);
});
