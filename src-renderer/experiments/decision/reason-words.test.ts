import { expect, test } from 'vitest';
import type { Recommendation } from '#server/experiments/decision/decision-contract.ts';
import { experiment, result, verdict } from '#server/experiments/results/words/result-testing.ts';
import { noRecommendationWords } from './reason-words.ts';

type People = NonNullable<ReturnType<typeof verdict>['people']>;

/** Returns why nothing is recommended without a verdict. */
function whileCollecting(state: People['state']): string {
  const people = { state, counted: 120, needed: null, smallest: 20, few: [] };
  const recommendation: Recommendation = { kind: 'none', reason: 'collecting', metrics: [] };
  const collecting = verdict({ kind: 'collecting', variant: null, next: [], people });
  return noRecommendationWords({ ...experiment(), recommendation, result: result({ verdict: collecting }) });
}

test.each<[People['state'], RegExp]>([
  ['too_few', /^There are too few people for a verdict\. 120 people so far, 20 in the smallest variant/],
  ['nothing_to_compare', /^No value to compare\. 120 people so far, but the metric has nothing to divide by/],
  ['no_control', /^Control has no weight\. 120 people so far\.$/],
  ['no_test_variant', /^Only control has weight\. 120 people so far\.$/],
])('with %s it says why nothing is recommended', (state, words) => expect(whileCollecting(state)).toMatch(words));

test('a clear verdict is said before what speaks against it', () => {
  const recommendation: Recommendation = { kind: 'none', reason: 'suspicious_lift', metrics: [] };
  expect(noRecommendationWords({ ...experiment(), recommendation, result: result() })).toMatch(
    /^“test” is better than control\. The lift is suspicious: /,
  );
});
