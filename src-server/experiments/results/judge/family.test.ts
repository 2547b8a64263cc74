import { expect, test } from 'vitest';
import type { Histogram } from '../../../statistics/sample.ts';
import { seededUniform } from '../../../statistics/seeded-uniform.ts';
import { drawInto, shareOf } from '../../planning/simulated/draw.ts';
import { judged } from '../../planning/simulated/judged.ts';
import { called, did, inNovember, labForEach } from '../results-testing.ts';
import { sure } from '../verdict/verdict-testing.ts';
import { comparisonsOf } from './family.ts';
import { adjustEvidence } from './weigh.ts';

const { lab } = labForEach();
const p = 0.01;

/** The adjusted p-values of a test variant with enough people and of another, whose p is the same. */
function adjusted(other: { weight: number; people: number }) {
  const versusOf = () => ({ ...sure, p_value: p, always_valid_p_value: p, final: finalOf() });
  const finalOf = () => ({ lift: 0.1, difference: 0.01, interval: null, p_value: p, conversions: 50 });
  const first = { people: 500, versus: versusOf() };
  const second = { people: other.people, versus: other.people === 0 ? null : versusOf() };
  const evidence = [{ people: 500, versus: null }, first, second];
  const weighted = { weights: [50, 50, other.weight], control: 0 };
  adjustEvidence([evidence], weighted);
  const of = (versus: typeof first.versus | null) =>
    versus && [versus.p_value_adjusted, versus.always_valid_p_value_adjusted, versus.final.p_value];
  const comparisons = comparisonsOf(weighted, [evidence.map(({ people }) => people)]);
  return { comparisons, first: of(first.versus), second: of(second.versus) };
}

test.each([
  ['with weight', { weight: 1, people: 500 }, 2, 2 * p],
  ['with weight and few people', { weight: 1, people: 3 }, 2, 2 * p],
  ['with weight that nobody got yet', { weight: 1, people: 0 }, 2, null],
  ['without weight that enough people got', { weight: 0, people: 100 }, 2, 2 * p],
  ['without weight that few people got', { weight: 0, people: 99 }, 1, 1],
  ['without weight that nobody got', { weight: 0, people: 0 }, 1, null],
] as const)('p-values are adjusted over the variants that can be compared: one %s', (_, other, comparisons, second) => {
  const found = adjusted(other);
  expect(found.comparisons).toBe(comparisons);
  expect(found.first).toEqual(Array(3).fill(comparisons * p));
  expect(found.second).toEqual(second === null ? null : Array(3).fill(second));
});

test('a variant without weight that a tester got changes no p-value, interval or text of other variants', async () => {
  const variants = { control: 50, a: 50, off: 0 };
  const id = await lab.add({
    start_date: inNovember(11),
    filters: { events: [{ id: 'paid' }], funnel_window_days: 1 },
    secondary_metrics: [
      {
        name: 'Kept',
        filters: { events: [{ id: 'kept' }], funnel_window_days: 1, benchtop: { guardrail: { margin: 50 } } },
      },
    ],
    parameters: {
      feature_flag_variants: Object.entries(variants).map(([key, weight]) => ({ key, rollout_percentage: weight })),
    },
  });
  const exposed = (key: string, people: number, every: number) =>
    Array.from({ length: people }, (_, index) => {
      const person = `${key}-${index}`;
      const done = ['paid', 'kept'].map((event) => did(event, person, inNovember(12, 2)));
      return [called(person, key, inNovember(12)), ...(index % every === 0 ? done : [])];
    }).flat();
  await lab.capture([...exposed('control', 300, 5), ...exposed('a', 300, 4)]);
  const numbers = async () => {
    const { basis, variants: all, verdict, explanation } = await lab.result(id);
    const [guardrail] = await lab.secondary(id);
    const ofA = (result: { variants: { key: string; evidence: { versus: unknown } }[] } | undefined) =>
      result?.variants.find(({ key }) => key === 'a')?.evidence.versus;
    const { kind, doubts, guardrails } = verdict;
    const compatible = all.find(({ key }) => key === 'a')?.comparison?.p_value_adjusted;
    return {
      basis,
      a: ofA({ variants: all }),
      compatible,
      kept: ofA(guardrail),
      kind,
      doubts,
      guardrails,
      // The tester is one of the exposed people.
      explanation: explanation.replace(/\b60[01] of/, '600 of'),
    };
  };
  const { basis: before, ...without } = await numbers();
  await lab.capture(exposed('off', 1, 1));
  const { basis: after, ...withTester } = await numbers();
  expect([before?.comparisons, after?.comparisons]).toEqual([1, 1]);
  expect(withTester).toEqual(without);
});

test('quoted intervals are shared among the comparisons of Holm, where metrics count other people by their windows', async () => {
  const metricOf = (days: number) => ({
    name: `${days} days`,
    filters: { events: [{ id: 'kept' }], funnel_window_days: days },
  });
  const id = await lab.add({
    start_date: inNovember(5),
    secondary_metrics: [metricOf(1), metricOf(7)],
    parameters: {
      feature_flag_variants: Object.entries({ control: 50, a: 50, off: 0 }).map(([key, weight]) => ({
        key,
        rollout_percentage: weight,
      })),
    },
  });
  const exposed = (key: string, people: number, day: number) =>
    Array.from({ length: people }, (_, index) => {
      const person = `${key}-${day}-${index}`;
      const done = index % 5 === 0 ? [did('kept', person, inNovember(day, 2))] : [];
      return [called(person, key, inNovember(day)), ...done];
    }).flat();
  await lab.capture([
    ...exposed('control', 300, 12),
    ...exposed('a', 300, 12),
    ...exposed('off', 60, 12),
    ...exposed('off', 60, 18),
  ]);
  const results = await lab.secondary(id);
  expect(results.map(({ basis }) => basis?.comparisons)).toEqual([3, 3]);
  for (const { basis, variants } of results) {
    const level = variants.find(({ key }) => key === 'a')?.evidence.versus?.quoted?.looks.level;
    expect(level).toBeCloseTo(1 - (basis?.look_share ?? 0) / 3, 12);
  }
});

test('dropping a variant after its first few people keeps the chance of a false verdict', () => {
  const uniform = seededUniform(11);
  const [runs, looks, perLook] = [400, 10, 150];
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    const groups = Array.from({ length: 3 }, (): Histogram => new Map());
    for (const group of groups) drawInto(group, uniform, 90, shareOf(0.2));
    const [control, , third] = groups.map((group) => group.get(1) ?? 0) as [number, number, number];
    const weights = third < control ? [1, 1, 0] : [1, 1, 1];
    const isWrong = Array.from({ length: looks }, () => {
      for (const [index, group] of groups.entries())
        if ((weights[index] ?? 0) > 0) drawInto(group, uniform, perLook, shareOf(0.2));
      return judged({ kind: 'proportion', weights }, groups, null).outcomes;
    }).some((outcomes) => outcomes.includes('better') || outcomes.includes('worse'));
    wrong += Number(isWrong);
  }
  expect(wrong).toBeLessThan(runs * 0.05 + 3 * Math.sqrt(runs * 0.05 * 0.95));
});
