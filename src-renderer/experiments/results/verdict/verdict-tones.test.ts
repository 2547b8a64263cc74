import { expect, test } from 'vitest';
import { guardrailState } from '#server/experiments/results/verdict/guardrail-contract.ts';
import { verdict } from '#server/experiments/results/words/result-testing.ts';
import { shortWords } from '#server/experiments/results/words/verdict-words-contract.ts';
import { outcomeShown, verdictTone } from './verdict-tones.ts';

const states = guardrailState.options;

test('a better variant that harms a guardrail is not shown as good', () => {
  const tones = states.map((state) => verdictTone(verdict({ guardrail_state: state })));
  expect(tones).toEqual(['ok', 'warning', 'info']);
});

test('a row has one word for a guardrail, whatever its outcome against zero, and that of its outcome for other metrics', () => {
  const words = { not_harmed: 'Not harmed', harmed: 'Harmed', not_decided: 'Not decided' };
  for (const outcome of ['collecting', 'better', 'worse', 'leaning', 'no_clear_difference'] as const) {
    expect(outcomeShown({ standing: 'open' }, outcome, undefined).word).toBe(shortWords[outcome]);
    expect(outcomeShown({ standing: 'not_decided' }, 'collecting', undefined).word).toBe('Not decided');
    for (const state of states) expect(outcomeShown({ standing: 'open' }, outcome, { state }).word).toBe(words[state]);
  }
});
