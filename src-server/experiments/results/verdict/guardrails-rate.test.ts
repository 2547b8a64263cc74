import { describe, expect, test } from 'vitest';
import type { Histogram } from '../../../statistics/sample.ts';
import { seededUniform } from '../../../statistics/seeded-uniform.ts';
import type { Statistic } from '../../metrics/kind-contract.ts';
import { countOf, type Distribution, drawInto, shareOf } from '../../planning/simulated/draw.ts';
import { adjustEvidence, lookShareOf, weigh } from '../judge/weigh.ts';
import { rareChance } from '../rules-contract.ts';
import { chanceToPass } from './guardrail-chance.ts';
import type { GuardrailState } from './guardrail-contract.ts';
import { guardrailsOf } from './guardrails.ts';
import type { Numbers } from './verdict.ts';
import { conclude } from './verdict.ts';
import { basis, experiment, metric, variantOf, won } from './verdict-testing.ts';

const runs = 400;
const margin = 10;
const keys = ['control', 'a', 'b'];
const weights = keys.map(() => 1);

type Behavior = { name: string; kind: Statistic; people: number; of: (times: number) => Distribution };
const behaviors: Behavior[] = [
  { name: 'a share of 20%', kind: 'proportion', people: 3000, of: (times) => shareOf(0.2 * times) },
  {
    name: 'a count with the variance of 5 × its mean',
    kind: 'count',
    people: 3000,
    of: (times) => countOf(2 * times, 5),
  },
];
type Drawn = { kind: Statistic; of: Behavior['of']; times: readonly number[]; people: number };

/** Adds the people of one look to each group of a guardrail. */
function arrive(groups: readonly Histogram[], uniform: () => number, { of, times, people }: Drawn): void {
  for (const [index, group] of groups.entries()) drawInto(group, uniform, people, of(times[index] ?? 1));
}

/** Returns the states of several guardrails at a look; with `first` it is the one at the planned size. */
function statesAt(
  kind: Statistic,
  guards: readonly (readonly Histogram[])[],
  planned: number | null,
  isPlanned: boolean,
) {
  const weighed = { kind, weights, control: 0, planned, priorSd: 0.3, isGuardrail: true };
  const judged = guards.map((groups) => weigh(weighed, groups, isPlanned ? groups : null).evidence);
  const rested = judged.map((evidence) => ({ evidence, basis: { ...basis, look_share: lookShareOf(planned) } }));
  adjustEvidence(judged, { weights, control: 0 });
  const guarded = rested.map(({ evidence, basis: restsOn }, index) => {
    const variants = keys.map((key, place) => ({ ...variantOf(key, 0, null), evidence: evidence[place] }));
    const used = { ...metric, guardrail_margin: margin };
    const result = { ...won, metric: used, basis: restsOn, variants } as Numbers;
    return { index, name: `Guardrail ${index}`, result, ...conclude({ experiment, result }) };
  });
  return guardrailsOf(experiment, guarded);
}

/** Counts the runs in which any of `guards` guardrails was ever in a state for any variant at any look. */
function runsWith(
  state: GuardrailState,
  { kind, of, people }: Behavior,
  setup: { guards: number; looks: number; times: number[]; planned: boolean },
) {
  const uniform = seededUniform(setup.guards * 1000 + setup.looks);
  const perLook = people / setup.looks;
  const planned = setup.planned ? people * keys.length : null;
  const ever = Array.from({ length: runs }, () => {
    const guards = Array.from({ length: setup.guards }, () => keys.map((): Histogram => new Map()));
    return Array.from({ length: setup.looks }, (_, look) => {
      for (const groups of guards) arrive(groups, uniform, { kind, of, times: setup.times, people: perLook });
      const isPlanned = setup.planned && look === setup.looks - 1;
      return statesAt(kind, guards, planned, isPlanned).some((one) => one.state === state);
    }).some(Boolean);
  });
  return ever.filter(Boolean).length;
}

/** Returns the largest share that a limit allows by chance: three standard errors above it. */
const atMost = (limit: number) => runs * limit + 3 * Math.sqrt(runs * limit * (1 - limit));

describe.each(behaviors)('of $name', (behavior) => {
  test.each([
    [1, true],
    [6, true],
    [6, false],
  ])(
    'in %i looks without a difference, with a plan: %j, any of 3 guardrails is called harmed in at most 0.05 of the runs',
    (looks, planned) => {
      expect(runsWith('harmed', behavior, { guards: 3, looks, planned, times: [1, 1, 1] })).toBeLessThan(atMost(0.05));
    },
  );

  test.each([
    [1, true],
    [6, true],
    [6, false],
  ])(
    'in %i looks with a harm as large as the margin, with a plan: %j, it is called not harmed in at most 0.025 of the runs',
    (looks, planned) => {
      const times = [1, 1 - margin / 100, 1 - margin / 100];
      expect(runsWith('not_harmed', behavior, { guards: 1, looks, planned, times })).toBeLessThan(atMost(0.025));
    },
  );

  test.each([
    ['too rare', 0.1, 300, true],
    ['common enough', 1, 20_000, false],
  ])('for a guardrail that is %s this is known early and correctly', (_, times, people, isRare) => {
    const { kind, of } = behavior;
    const uniform = seededUniform(people);
    const sees = { kind, weights, control: 0, planned: people * keys.length, priorSd: 0.3, isGuardrail: true };
    const growth = 5;
    let warned = 0;
    let passed = 0;
    for (let run = 0; run < runs / 4; run++) {
      const groups = keys.map((): Histogram => new Map());
      arrive(groups, uniform, { kind, of, times: [times, times, times], people: people / growth });
      const versus = weigh(sees, groups, null).evidence[1]?.versus ?? expect.fail();
      const asked = { guardrail: { margin, direction: 'increase' as const }, pair: (2 * people) / growth, growth };
      warned += Number(chanceToPass({ versus, ...asked, isPlanned: true, tests: 2 }) < rareChance);
      arrive(groups, uniform, { kind, of, times: [times, times, times], people: people * (1 - 1 / growth) });
      const [state] = statesAt(kind, [groups], sees.planned, true);
      passed += Number(state?.state === 'not_harmed');
    }
    if (isRare) {
      expect(warned).toBeGreaterThan(0.95 * (runs / 4));
      expect(passed).toBeLessThan(atMost(rareChance) / 4);
    } else {
      expect(warned).toBeLessThan(0.05 * (runs / 4));
      expect(passed).toBeGreaterThan(0.6 * (runs / 4));
    }
  });

  test('an unchanged guardrail is found not harmed, and a far worse one is found harmed', () => {
    const large = { ...behavior, people: 20_000 };
    expect(runsWith('not_harmed', large, { guards: 1, looks: 1, planned: true, times: [1, 1, 1] })).toBeGreaterThan(
      0.8 * runs,
    );
    expect(runsWith('harmed', large, { guards: 1, looks: 1, planned: true, times: [1, 0.8, 1] })).toBeGreaterThan(
      0.8 * runs,
    );
  });
});
