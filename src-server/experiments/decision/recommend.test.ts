import { expect, test } from 'vitest';
import type { Experiment } from '../contract.ts';
import type { Guardrail } from '../results/verdict/guardrail-contract.ts';
import type { VariantOutcome, VerdictKind } from '../results/verdict/verdict-contract.ts';
import { verdictKind } from '../results/verdict/verdict-contract.ts';
import type { FlagOutcome } from './ending-contract.ts';
import { recommend, rolloutsOf } from './recommend.ts';

const judged = (kind: VerdictKind, outcome: VariantOutcome = 'no_clear_difference', guardrails: Guardrail[] = []) => ({
  verdict: {
    kind,
    standing: 'open' as const,
    variant: 'test',
    also: [],
    doubts: [],
    cautions: [],
    next: [],
    guardrails,
    guardrail_state: null,
    rests_on: null,
    people: null,
  },
  variants: [
    { key: 'control', outcome: 'reference' as const },
    { key: 'test', outcome },
  ],
});
const ofKind = (kind: VerdictKind) => recommend({ result: judged(kind), secondary: [] });

const won = { kind: 'ship', variant: 'test', conclusion: 'won', reason: 'better' };
const lost = { kind: 'ship', variant: 'control', conclusion: 'lost', reason: 'worse' };

test.each(verdictKind.options.filter((kind) => kind !== 'better' && kind !== 'worse'))(
  'the verdict "%s" is no basis for a recommendation',
  (kind) => {
    expect(ofKind(kind)).toEqual({ kind: 'none', reason: kind, metrics: [] });
  },
);

test('a better variant is shipped, else control', () => {
  expect(ofKind('better')).toEqual(won);
  expect(ofKind('worse')).toEqual(lost);
});

test('a variant that made a secondary metric worse is not recommended, and control still is', () => {
  const secondary = [
    { index: 0, name: 'Refunds', ...judged('worse', 'worse') },
    { index: 1, name: 'Visits', ...judged('better', 'better') },
  ];
  const none = { kind: 'none', reason: 'secondary_worse', metrics: ['Refunds'] };
  expect(recommend({ result: judged('better'), secondary })).toEqual(none);
  expect(recommend({ result: judged('worse'), secondary })).toEqual(lost);
});

const guardrail = (state: Guardrail['state']): Guardrail => ({
  index: 0,
  name: 'Refunds',
  variant: 'test',
  state,
  margin: 2,
  direction: 'decrease',
  lift: 0,
  interval: null,
  level: null,
  comparisons: 1,
  basis: 'looks',
});

test('a better variant is recommended only with every guardrail decided as not harmed', () => {
  // Worse than control by less than the margin is accepted.
  const secondary = [{ index: 0, name: 'Refunds', ...judged('worse', 'worse') }];
  const of = (state: Guardrail['state']) =>
    recommend({ result: judged('better', 'better', [guardrail(state)]), secondary });
  expect(of('not_harmed')).toEqual(won);
  expect(of('harmed')).toEqual({ kind: 'none', reason: 'guardrail_harmed', metrics: ['Refunds'] });
  expect(of('not_decided')).toEqual({ kind: 'none', reason: 'guardrails_not_decided', metrics: ['Refunds'] });
  expect(rolloutsOf(experiment('control', 'test'), of('harmed')).won).toBeNull();
  expect(rolloutsOf(experiment('control', 'test'), of('not_decided')).won).toEqual(ship('test'));
});

test('with several better variants, the guardrails of the recommended one decide', () => {
  const harmed = (variant: string) => {
    const guards = ['test', 'other'].map((key) => ({
      ...guardrail(key === variant ? 'harmed' : 'not_harmed'),
      variant: key,
    }));
    const { verdict, variants } = judged('better', 'better', guards);
    const result = {
      verdict: { ...verdict, also: ['other'] },
      variants: [...variants, { key: 'other', outcome: 'better' as const }],
    };
    return recommend({ result, secondary: [] });
  };
  expect(harmed('other')).toEqual(won);
  expect(harmed('test')).toEqual({ kind: 'none', reason: 'guardrail_harmed', metrics: ['Refunds'] });
});

const experiment = (...keys: string[]) =>
  ({
    feature_flag: 1,
    variants: keys.map((key) => ({ key, name: '', rollout_percentage: 0 })),
  }) as unknown as Experiment;
const ship = (variant: string): FlagOutcome => ({ kind: 'ship', variant });
const others = {
  lost: ship('control'),
  inconclusive: ship('control'),
  stopped_early: ship('control'),
  invalid: ship('control'),
};

test('each conclusion has its rollout: control unless a variant won, and none if the winner is unclear', () => {
  expect(rolloutsOf(experiment('control', 'test'), ofKind('collecting'))).toEqual({ won: ship('test'), ...others });
  expect(rolloutsOf(experiment('control', 'a', 'test'), ofKind('better'))).toEqual({ won: ship('test'), ...others });
  expect(rolloutsOf(experiment('control', 'a', 'test'), ofKind('leaning'))).toEqual({ won: null, ...others });
  expect(rolloutsOf(experiment('control', 'a', 'test'), ofKind('worse'))).toEqual({ won: null, ...others });
});

test('a deleted flag ships nothing', () => {
  const deleted = { ...experiment('control', 'test'), feature_flag: null };
  expect(rolloutsOf(deleted, ofKind('better'))).toMatchObject({ won: { kind: 'keep' }, lost: { kind: 'keep' } });
});
