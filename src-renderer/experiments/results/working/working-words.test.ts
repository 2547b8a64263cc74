import { describe, expect, test } from 'vitest';
import { basis } from '#server/experiments/results/words/evidence-testing.ts';
import { exposure, health, result, trend } from '#server/experiments/results/words/result-testing.ts';
import { significanceRules } from './rule-words.ts';
import { workingOf, workingText } from './working-words.ts';

const lineOf = (groups: ReturnType<typeof workingOf>, title: string, name: string) =>
  groups.find((group) => group.title === title)?.lines.find((line) => line.name === name);

describe('the working', () => {
  test('says of everyone who was exposed why somebody does not count', () => {
    const { exposure } = result();
    const given = exposure && { ...exposure, in_several_variants: 3, other_values: 2, excluded: 330 };
    const groups = workingOf({ ...result(), exposure: given });
    expect(lineOf(groups, 'Counted people', 'Left out')).toMatchObject({ value: '5', inputs: '3 + 2' });
    expect(lineOf(groups, 'Counted people', 'Excluded by the project')).toMatchObject({ value: '330' });
    expect(lineOf(groups, 'Evidence for test', 'p-value, adjusted')?.formula).toBe(
      'Holm’s adjustment for 1 comparison',
    );
  });

  test('of a funnel shows the counts behind each number', () => {
    const groups = workingOf(result());
    expect(groups.map(({ title }) => title)).toEqual([
      'Counted people',
      'How the value is computed',
      'Evidence for test',
      'Value of control',
      'Value of test',
      'Probability to be the best',
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
    expect(lineOf(groups, 'Probability to be the best', 'Expected loss')?.formula).toContain('max(control − test, 0)');
    expect(lineOf(groups, 'Evidence for test', 'p-value')?.formula).toContain('Fisher');
  });

  test('of a trend shows the relative exposure and the rate', () => {
    const groups = workingOf(trend());
    expect(lineOf(groups, 'Value of test', 'Relative exposure')?.inputs).toBe('2,000 / 2,000');
    expect(lineOf(groups, 'Value of test', 'Posterior')?.value).toBe('Gamma(shape 3,301, rate 1)');
    expect(lineOf(groups, 'Value of test', 'Events per person')?.inputs).toBe('3,300 / (1 × 2,000)');
    expect(lineOf(groups, 'Probability to be the best', 'Expected loss')).toBeUndefined();
    const title = 'Evidence for test';
    expect(groups.find((group) => group.title === title)?.note).toContain(
      'More than 20 events of a person count as 20.',
    );
  });

  test('of the split says what stands in for nobody expected', () => {
    const split = (expected: Record<string, number>, by_variant: Record<string, number>) => {
      const sample_ratio = {
        expected,
        chi_squared: 8,
        degrees_of_freedom: 1,
        method: 'chi_squared' as const,
        p_value: 0.1,
      };
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

  test('of a split with a rare variant names the exact tests', () => {
    const formulaOf = (expected: Record<string, number>) => {
      const exact = {
        expected,
        chi_squared: 8,
        degrees_of_freedom: 1,
        method: 'exact_binomial' as const,
        p_value: 0.1,
      };
      const found = result({ health: health({ sample_ratio: { ...exact, state: 'ok', is_alarm: false } }) });
      return lineOf(workingOf(found), 'Sample ratio', 'p-value')?.formula;
    };
    expect(formulaOf({ control: 99, test: 1 })).toMatch(/^exact binomial test/);
    expect(formulaOf({ control: 50, test: 49, rare: 1 })).toMatch(/^smallest p of 3 tests × 3 \(Bonferroni\)/);
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
      .filter(({ title }) => ['Value of test', 'Probability to be the best', 'test against control'].includes(title))
      .map(({ note }) => note ?? '');
  for (const note of notes('mature', 3000)) expect(note).toContain('Compatibility fields: all 4,000 people.');
  expect(notes('everyone', 3000).join()).not.toContain('Compatibility fields');
  expect(notes('mature', 4000).join()).not.toContain('Compatibility fields');
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
