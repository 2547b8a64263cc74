import { expect, test } from 'vitest';
import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import { concludeAll } from './conclude-all.ts';
import { basis, experiment, explained, exposure, metric, sure, testIs, won } from './verdict-testing.ts';

const textOf = (versus: EvidenceAgainst, given: Parameters<typeof testIs>[1] = {}) =>
  explained({ experiment, result: testIs(versus, given) });
const plan = { basis: { ...basis, look_share: 0.01, plan: { people: 2000, reached_at: won.computed_at } } };
const final = { lift: 0.3, difference: 0.02, interval: [0.1, 0.5], p_value: 0.01, conversions: 90 } as NonNullable<
  EvidenceAgainst['final']
>;

test('the lift of the planned test is kept apart from the values of everyone', () => {
  expect(textOf({ ...sure, final }, plan)).toMatch(
    /12% \(.*\) against control 10% \(.*\)\. At the planned number of people: lift \+30\.0%, 96\.5% interval \+10\.0 to \+50\.0%\. .*When you decide, ship/,
  );
  expect(textOf(sure)).toMatch(
    /^“test” is better than control\. .*: lift \+20\.0%, always-valid 95% interval \+2\.0 to \+40\.0%\./,
  );
});

test('an end of an interval with many digits is cut', () => {
  const wide = { ...sure, always_valid_interval: [0.02, 1e30] as [number, number] };
  expect(textOf(wide)).toContain('always-valid 95% interval +2 to over +10,000%.');
});

test('the smallest effect that matters is compared with the interval that the verdict quotes', () => {
  const minimumOf = (p_value: number) => {
    const within = { ...final, p_value, interval: [-0.01, 0.01] as [number, number] };
    const versus = {
      ...sure,
      always_valid_p_value: 0.001,
      always_valid_interval: [0.06, 0.4] as [number, number],
      final: within,
    };
    const numbers = testIs(versus, { ...plan, metric: { ...metric, minimum_effect: 5 } });
    const { verdict, variants } = concludeAll(experiment, numbers, []).result;
    return [verdict.rests_on?.basis, variants[1]?.evidence.versus?.minimum_effect];
  };
  // Later people decide, not the planned test.
  expect(minimumOf(0.5)).toEqual(['looks', 'beyond']);
});

test('a lift after CUPED, which does not follow from the values, says so', () => {
  const { lift, lift_interval, difference, difference_interval, p_value } = sure;
  const unadjusted = { lift, lift_interval, difference, difference_interval, p_value };
  expect(textOf({ ...sure, unadjusted })).toContain('lift after CUPED +20.0%, always-valid');
});

test('if nobody counts, each reason is named', () => {
  const nobody = { ...exposure, total: 0, in_several_variants: 1, other_values: 3, excluded: 50 };
  const text = textOf(sure, { status: 'no_exposures', exposure: nobody });
  expect(text).toContain('1 person was seen in several variants and excluded from the results.');
  expect(text).toContain('3 people got a value that is not a variant.');
  expect(text).toContain('The project excludes everyone who saw one variant (50 people).');
});

test('results for everyone do not advise including everyone', () => {
  const few = { ...exposure, by_variant: { control: 50, test: 50 } };
  const of = (people: 'mature' | 'everyone') => {
    const counted = people === 'mature' ? 60 : 100;
    const given = { exposure: few, basis: { ...basis, people, everyone: 100, mature: 60, counted } };
    return textOf(sure, {
      ...given,
      variants: won.variants.map((one) => ({ ...one, evidence: { ...one.evidence, people: 50 } })),
    });
  };
  expect(of('mature')).toContain('count everyone');
  expect(of('everyone')).not.toContain('count everyone');
});
