import { expect, test } from 'vitest';
import { type Draws, seeded } from '../../../statistics/statistics-testing.ts';
import { capShare } from '../rules-contract.ts';
import { changeOf, judgementOf } from './judge-change.ts';

/** Draws persons with their own habits, with means of day 0 and of the later days. */
function group({ gamma, poisson }: Draws, persons: number, [first, later]: readonly [number, number]) {
  return Array.from({ length: persons }, () => {
    const habit = gamma(1);
    return [poisson(first * habit), poisson(later * habit)] as const;
  });
}

/** Draws persons who convert once, on day 0 or later. */
function converting({ uniform }: Draws, persons: number, [first, later]: readonly [number, number]) {
  return Array.from({ length: persons }, () => {
    const draw = uniform();
    return [Number(draw < first), Number(draw >= first && draw < first + later)] as const;
  });
}

const cases = [
  { name: 'counts without an effect', of: group, control: [0.5, 1.5], test: [0.5, 1.5], persons: [400, 400] },
  { name: 'counts with a lift of 40% that stays', of: group, control: [0.5, 1], test: [0.7, 1.4], persons: [800, 100] },
  {
    name: 'conversions with a lift of 50% that stays',
    of: converting,
    control: [0.1, 0.2],
    test: [0.15, 0.3],
    persons: [300, 300],
  },
] as const;

test.each(cases)('$name: a change is reported at most 5% of the time', ({ of, control, test: tested, persons }) => {
  const draws = seeded(31);
  const runs = 1500;
  let [said, judged] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const [kind, share] = of === group ? (['count', capShare] as const) : (['proportion', null] as const);
    const change = changeOf(kind, of(draws, persons[0], control), of(draws, persons[1], tested), share);
    const judgement = judgementOf(change, change?.p ?? null);
    if (judgement !== 'too_little') judged += 1;
    if (judgement !== 'too_little' && judgement !== 'steady') said += 1;
  }
  expect(judged).toBe(runs);
  expect(said / runs).toBeLessThan(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
  expect(said / runs).toBeGreaterThan(0.02);
});

test('values too skewed for the number of people are not compared', () => {
  const { normal, uniform } = seeded(32);
  const value = () => (uniform() < 0.2 ? Math.exp(2 * normal()) : 0);
  const of = (persons: number) => Array.from({ length: persons }, () => [value(), 5 * value()] as const);
  // At 5% a change was reported in 14% of such runs.
  expect(changeOf('mean', of(1900), of(100), capShare)).toBeNull();
  expect(changeOf('mean', of(5000), of(5000), capShare)).not.toBeNull();
});

test('where control lost more than it sold on day 0, there is no lift of that day', () => {
  const of = (first: number) =>
    Array.from({ length: 200 }, (_, index) => [first + (index % 2), 2 + (index % 3)] as const);
  expect(changeOf('mean', of(-2), of(-1), null)).toMatchObject({ first: { lift: null, lift_interval: null }, p: null });
});

test('a name rests on the p-value, the sizes of the lifts, and for a turn on both intervals', () => {
  const change = (first: number, later: number) => ({
    first: { lift: first, lift_interval: [first - 0.05, first + 0.05] as [number, number] },
    later: { lift: later, lift_interval: [later - 0.05, later + 0.05] as [number, number] },
    p: 0.001,
  });
  expect(judgementOf(null, null)).toBe('too_little');
  expect(judgementOf({ ...change(0.2, 0), p: null }, null)).toBe('too_little');
  expect(judgementOf(change(0.2, 0.1), 0.06)).toBe('steady');
  expect(judgementOf(change(0.2, 0.1), 0.05)).toBe('fading');
  expect(judgementOf(change(-0.2, -0.1), 0.01)).toBe('fading');
  expect(judgementOf(change(0.1, 0.3), 0.01)).toBe('growing');
  expect(judgementOf(change(-0.01, 0.3), 0.01)).toBe('growing');
  expect(judgementOf(change(0.2, -0.02), 0.01)).toBe('fading');
  expect(judgementOf(change(0.2, -0.2), 0.01)).toBe('reversed');
});
