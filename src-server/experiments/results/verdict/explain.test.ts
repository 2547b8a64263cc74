import { expect, test } from 'vitest';
import type { EvidenceAgainst } from '../judge/evidence-contract.ts';
import { concludeAll } from './conclude-all.ts';
import { explainResult } from './explain.ts';
import { conclude } from './verdict.ts';
import { basis, experiment, exposure, metric, sure, testIs, won } from './verdict-testing.ts';

const explained = (versus: EvidenceAgainst, given: Parameters<typeof testIs>[1] = {}) => {
  const result = testIs(versus, given);
  return explainResult({ experiment, result, verdict: conclude({ experiment, result }).verdict });
};
const plan = { basis: { ...basis, look_share: 0.01, plan: { people: 2000, reached_at: won.computed_at } } };
const final = { lift: 0.3, difference: 0.02, interval: [0.1, 0.5], p_value: 0.01, conversions: 90 } as NonNullable<
  EvidenceAgainst['final']
>;

test('the lift of the planned test is not told as that of the values of everyone', () => {
  expect(explained({ ...sure, final }, plan)).toMatch(
    /^"test" has 12%, "control" 10%\. At the planned number of people the lift was \+30%, 96\.5% interval \+10% to \+50%\. Ship/,
  );
  expect(explained(sure)).toMatch(
    /^"test" has 12%, "control" 10% \(\+20%, always-valid 95% interval \+2% to \+40%\)\./,
  );
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
  // The planned test decides nothing, and later people do.
  expect(minimumOf(0.5)).toEqual(['looks', 'beyond']);
});

test('a lift after CUPED, which does not follow from the values, says so', () => {
  const { lift, lift_interval, difference, difference_interval, p_value } = sure;
  const unadjusted = { lift, lift_interval, difference, difference_interval, p_value };
  expect(explained({ ...sure, unadjusted })).toContain('(+20% after CUPED, always-valid');
});

test('where nobody counts each reason is named', () => {
  const nobody = { ...exposure, total: 0, in_several_variants: 1, other_values: 3, excluded: 50 };
  const text = explained(sure, { status: 'no_exposures', exposure: nobody });
  expect(text).toContain('1 person saw several variants of "any".');
  expect(text).toContain('3 people got a value of "any" that is not a variant.');
  expect(text).toContain('The project excludes everyone who saw one variant (50 people).');
});

test('nobody who asked for everyone is told to ask for everyone', () => {
  const few = { ...exposure, by_variant: { control: 50, test: 50 } };
  const of = (people: 'mature' | 'everyone') => {
    const counted = people === 'mature' ? 60 : 100;
    const given = { exposure: few, basis: { ...basis, people, everyone: 100, mature: 60, counted } };
    return explained(sure, {
      ...given,
      variants: won.variants.map((one) => ({ ...one, evidence: { ...one.evidence, people: 50 } })),
    });
  };
  expect(of('mature')).toContain('unless you ask for `people=everyone`');
  expect(of('everyone')).not.toContain('people=everyone');
});
