import { describe, expect, test } from 'vitest';
import type { MetricKind } from '#server/experiments/metrics/kind-contract.ts';
import { basis } from '#server/experiments/results/words/evidence-testing.ts';
import { exposure, health, measuring, result, trend } from '#server/experiments/results/words/result-testing.ts';
import { chanceNote, shownChance } from './compatibility-words.ts';
import { significanceRules } from './rule-words.ts';
import { workingOf, workingText } from './working-words.ts';

const lineOf = (groups: ReturnType<typeof workingOf>, title: string, name: string) =>
  groups.find((group) => group.title === title)?.lines.find((line) => line.name === name);

describe('the working', () => {
  test('of a funnel shows the counts behind each number', () => {
    const groups = workingOf(result());
    expect(groups.map(({ title }) => title)).toEqual([
      'Counted people',
      'How the value is computed',
      'Evidence for test',
      'Value of control',
      'Value of test',
      'Chance to win',
      'test against control',
      'Sample ratio',
      'Compatibility rule',
    ]);
    expect(lineOf(groups, 'Value of test', 'Share')).toMatchObject({ value: '0.144', inputs: '288 / 2,000' });
    expect(lineOf(groups, 'Value of test', 'Posterior')).toMatchObject({
      value: 'Beta(289, 1,713)',
      inputs: '288 + 1, 1,712 + 1',
    });
    expect(lineOf(groups, 'test against control', 'Lift')).toMatchObject({ value: '0.2', inputs: '0.024 / 0.12' });
    expect(lineOf(groups, 'Chance to win', 'Expected loss')?.formula).toContain('max(control − test, 0)');
    expect(lineOf(groups, 'Evidence for test', 'p-value')?.formula).toContain('Fisher');
  });

  test('of a trend shows the relative exposure and the rate', () => {
    const groups = workingOf(trend());
    expect(lineOf(groups, 'Value of test', 'Relative exposure')?.inputs).toBe('2,000 / 2,000');
    expect(lineOf(groups, 'Value of test', 'Posterior')?.value).toBe('Gamma(shape 3,301, rate 1)');
    expect(lineOf(groups, 'Value of test', 'Events per person')?.inputs).toBe('3,300 / (1 × 2,000)');
    expect(lineOf(groups, 'Chance to win', 'Expected loss')).toBeUndefined();
    const title = 'Evidence for test';
    expect(groups.find((group) => group.title === title)?.note).toContain(
      'More than 20 events of a person count as 20.',
    );
  });

  test('of the split says what stands in for nobody expected', () => {
    const split = (expected: Record<string, number>, by_variant: Record<string, number>) => {
      const sample_ratio = { expected, chi_squared: 8, degrees_of_freedom: 1, p_value: 0.1 };
      const found = result({
        exposure: exposure({ by_variant }),
        health: health({ sample_ratio: { ...sample_ratio, state: 'ok', is_alarm: false } }),
      });
      return lineOf(workingOf(found), 'Sample ratio', 'Chi-squared');
    };
    expect(split({ control: 100, test: 100 }, { control: 98, test: 102 })).toMatchObject({
      formula: 'sum of (observed − expected)² / expected',
      inputs: '(98 − 100)² / 100 + (102 − 100)² / 100',
    });
    expect(split({ control: 100, off: 0 }, { control: 98, off: 2 })).toMatchObject({
      formula: 'sum of (observed − expected)² / expected, or / 0.5 where nobody is expected',
      inputs: '(98 − 100)² / 100 + (2 − 0)² / 0.5',
    });
  });

  test('as text has every line', () => {
    const groups = workingOf(result());
    const text = workingText(groups);
    for (const { title, lines } of groups) {
      expect(text).toContain(title);
      for (const { name, value } of lines) expect(text).toContain(`${name} = ${value}`);
    }
  });
});

test('numbers of everyone say so where the evidence leaves out people within their window', () => {
  const notes = (people: 'mature' | 'everyone', mature: number) =>
    workingOf(result({ basis: basis({ people, mature, everyone: 4000 }) }))
      .filter(({ title }) => ['Value of test', 'Chance to win', 'test against control'].includes(title))
      .map(({ note }) => note ?? '');
  for (const note of notes('mature', 3000)) expect(note).toContain('Compatibility fields: all 4,000 people.');
  expect(notes('everyone', 3000).join()).not.toContain('Compatibility fields');
  expect(notes('mature', 4000).join()).not.toContain('Compatibility fields');
});

test('a chance of events is not shown as the chance of a value that is not their number', () => {
  const [variant] = result().variants;
  const shown = (kind: MetricKind) =>
    variant && shownChance(measuring({ kind }), { ...variant, probability: 0.97 }).chance;
  expect((['conversion', 'mean_count', 'retention'] as const).map(shown)).toEqual(Array(3).fill('97.0%'));
  expect([shown('mean_property'), shown('ratio')]).toEqual(['–', '–']);
});

test('a chance says that it counts everyone, where the numbers beside it count fewer', () => {
  const [variant] = result().variants;
  const of = (mature: number) => {
    const scoped = result({ basis: basis({ mature }) });
    return [variant && shownChance(scoped, variant).of, chanceNote(scoped)];
  };
  const best = 'The chance to be the best of all 2 variants, by the compatibility rule.';
  expect(of(4000)).toEqual([null, best]);
  expect(of(3000)).toEqual([
    'of all 4,000',
    `${best} It counts all 4,000 exposed people. The other numbers count those past their window.`,
  ]);
});

test.each([
  ['not_enough_exposure', [false, null, null]],
  ['low_win_probability', [true, false, null]],
  ['high_loss', [true, true, false]],
  ['significant', [true, true, true]],
] as const)('%s: the rules before it are met, and those after it not reached', (code, expected) => {
  const rules = significanceRules(result({ significance_code: code }));
  expect(rules.map(({ isMet }) => isMet)).toEqual(expected);
});

test('the last rule of a trend is its p-value', () => {
  expect(significanceRules(trend({ significance_code: 'high_p_value' })).at(-1)).toMatchObject({
    code: 'high_p_value',
    isMet: false,
  });
});
