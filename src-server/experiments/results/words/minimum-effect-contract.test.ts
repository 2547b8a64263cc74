import { expect, test } from 'vitest';
import { evidence, versus } from './evidence-testing.ts';
import { minimumEffectOf, tooSmall } from './minimum-effect-contract.ts';
import { experiment, measuring, result, testVariant } from './result-testing.ts';
import { verdictWords } from './verdict-words-contract.ts';

test.each([
  ['beyond', 'beyond ±2%', 'The lift is beyond ±2%, the smallest effect that matters.'],
  ['below', 'within ±2%', 'The lift is within ±2%, so it is too small to matter.'],
  ['open', '±2% not decided', 'It is not decided whether the lift reaches ±2%, the smallest effect that matters.'],
] as const)('a lift that is %s: %s', (standing, short, sentence) => {
  const metric = measuring({ minimum_effect: 2 });
  const against = versus({ minimum_effect: standing });
  expect(minimumEffectOf(metric, against)).toEqual({ short, sentence });
  const variants = [...metric.variants.slice(0, 1), testVariant({ evidence: evidence({ versus: against }) })];
  expect(verdictWords(experiment(), { ...metric, variants }).text).toContain(sentence);
});

test.each([
  ['none is set', null, 'beyond'],
  ['the lift has no interval', 2, null],
] as const)('nothing is said where %s', (_, least, standing) => {
  const metric = measuring({ minimum_effect: least });
  expect(minimumEffectOf(metric, versus({ minimum_effect: standing }))).toBeNull();
});

test('lifts between both ends are too small to matter', () => {
  expect(tooSmall(measuring({ minimum_effect: 2.5 }))).toEqual([-0.025, 0.025]);
  expect(tooSmall(result())).toBeNull();
});
