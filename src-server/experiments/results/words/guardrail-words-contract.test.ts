import { expect, test } from 'vitest';
import type { Guardrail, GuardrailState } from '../verdict/guardrail-contract.ts';
import { type VerdictKind, type VerdictStanding, verdictKind } from '../verdict/verdict-contract.ts';
import { guardrailSuffix, guardrailWords } from './guardrail-words-contract.ts';
import { experiment, result, verdict } from './result-testing.ts';
import { verdictWords } from './verdict-words-contract.ts';

const guardrail = (given: Partial<Guardrail> = {}): Guardrail => ({
  index: 0,
  name: 'Refunds',
  variant: 'test',
  state: 'not_harmed',
  margin: 2,
  direction: 'decrease',
  lift: -0.01,
  interval: [-0.03, 0.01],
  level: 0.99,
  comparisons: 1,
  basis: 'looks',
  ...given,
});

test.each<[Partial<Guardrail>, string]>([
  [{}, '“Refunds”: not harmed by 2% or more. Lift −1.0%, always-valid 99% interval −3.0 to +1.0%.'],
  [
    { basis: 'plan', level: 0.96 },
    '“Refunds”: not harmed by 2% or more. At the planned number of people: lift −1.0%, 96% interval −3.0 to +1.0%.',
  ],
  [
    { state: 'harmed', lift: 0.12, interval: [0.01, 0.24] },
    '“Refunds”: harmed. It is worse than control, and harm of over 2% is not ruled out. Lift +12.0%, always-valid 99% interval +1.0 to +24.0%.',
  ],
  [
    { state: 'not_decided', interval: [-0.2, 0.2] },
    '“Refunds”: not decided. Harm of over 2% is not ruled out. Lift −1.0%, always-valid 99% interval −20.0 to +20.0%.',
  ],
  [{ state: 'not_decided', interval: null }, '“Refunds”: not decided. Harm of over 2% is not ruled out.'],
])('a guardrail is worded: %j', (given, words) => expect(guardrailWords(guardrail(given), experiment())).toBe(words));

test('with several test variants a guardrail names its own', () => {
  const variants = ['control', 'test', 'b'].map((key) => ({ key, name: '', rollout_percentage: 33 }));
  expect(guardrailWords(guardrail(), experiment({ variants }))).toMatch(/^“Refunds” for “test”: not harmed/);
});

const suffixes = {
  not_harmed: ', and no guardrail harmed',
  harmed: ', a guardrail is harmed',
  not_decided: ', guardrails not decided',
} satisfies Record<GuardrailState, string>;
const states = Object.keys(suffixes) as GuardrailState[];
const saysHarm = new Set<VerdictKind>(['better', 'leaning', 'no_clear_difference', 'worse']);

test('a verdict names the state of its guardrails when better, and otherwise only a harm', () => {
  for (const kind of verdictKind.options) {
    expect(guardrailSuffix(verdict({ kind }))).toBe('');
    for (const state of states) {
      const isSaid = kind === 'better' || (state === 'harmed' && saysHarm.has(kind));
      expect(guardrailSuffix(verdict({ kind, guardrail_state: state })), `${kind} ${state}`).toBe(
        isSaid ? suffixes[state] : '',
      );
    }
  }
});

test.each<[GuardrailState, string]>([
  ['not_harmed', ', “a” harms no guardrail'],
  ['harmed', ', “a” harms a guardrail'],
  ['not_decided', ', guardrails of “a” not decided'],
])('beside another variant the one to ship is named: %s', (state, suffix) => {
  const guardrails = ['a', 'b'].map((variant) => guardrail({ variant }));
  expect(guardrailSuffix(verdict({ kind: 'better', variant: 'a', guardrails, guardrail_state: state }))).toBe(suffix);
});

test('a better variant that harms a guardrail is not recommended', () => {
  const said = (of: Parameters<typeof verdict>[0]) =>
    verdictWords(experiment(), result({ verdict: verdict({ guardrails: [guardrail()], ...of }) }));
  expect(
    said({ guardrail_state: 'harmed', next: [{ code: 'weigh_harm', variant: 'test', metrics: ['Refunds'] }] }),
  ).toMatchObject({
    title: '“test” is better than control, a guardrail is harmed',
    next: ['“test” harms “Refunds”. Weigh this against the gain before you ship it.'],
    guardrails: [expect.stringContaining('“Refunds”')],
  });
  const of = (standing: VerdictStanding) =>
    said({
      standing,
      next: [{ code: 'decide_guardrails', variant: 'test', metrics: ['Refunds', 'Errors'], out_of_reach: [] }],
    }).next.join();
  expect(of('open')).toBe(
    'Whether “test” harms “Refunds” and “Errors” is not decided. Let it run until it is, or accept the risk.',
  );
  expect(of('decided')).toContain('Repeat it with more people, or accept the risk.');
  expect(
    said({ kind: 'leaning', next: [{ code: 'stop_for_harm', variant: 'test', metrics: ['Refunds'] }] }).next,
  ).toEqual(['“test” harms “Refunds”. Stop the experiment, unless you accept that.']);
});
