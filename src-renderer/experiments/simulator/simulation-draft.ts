import { controlKey } from '#server/experiments/contract.ts';
import { defaultScenario } from '../../simulation/default-scenario.ts';
import type { NotSimulated } from '../../simulation/secondary-recipes.ts';
import { type Model, planOf, runBefore, secondaryRecipesOf } from '../../simulation/simulate-copy.ts';
import type { MetricTruth, Scenario } from '../../simulation/simulate-plan.ts';
import { CannotSimulate, type MetricRecipe } from '../../simulation/simulate-recipe.ts';
import { evenSpread, type Spread } from '../../simulation/simulated-counts.ts';
import { isSimulated, simulatedKinds } from '../../simulation/simulated-kinds.ts';
import type { SimulationMark } from '../../simulation/simulation-mark.ts';
import { readKind } from '../setup/metrics/options-draft.ts';

/** What is true of a metric, as it is typed. */
export type TruthDraft = Pick<MetricTruth, 'baseline' | 'effects'> & Spread;

/** `secondary`: null for metrics that are not simulated. `isAa`: no effect on any metric. */
export type SimulationDraft = TruthDraft & {
  users: number;
  seed: number;
  days: number;
  secondary: (TruthDraft | null)[];
  isAa: boolean;
};

export type SecondarySimulated = { name: string; isGuardrail: boolean; recipe: MetricRecipe | NotSimulated };

/** Returns the secondary metrics of a model; none where the primary one cannot be simulated. */
export function secondaryOf(model: Model): SecondarySimulated[] {
  return secondaryRecipesOf(model).map((recipe, index) => {
    const { name, filters } = model.secondary?.[index] ?? {};
    return { name: name ?? `${index + 1}`, isGuardrail: filters?.benchtop?.guardrail != null, recipe };
  });
}

/** Starts with the effect that the experiment is planned to detect; secondary metrics have none. */
export function simulationDraftOf(model: Model, mark: SimulationMark | null): SimulationDraft {
  const recipes = secondaryRecipesOf(model);
  const usual = recipes.map((recipe) =>
    typeof recipe === 'string' ? null : { ...evenSpread, baseline: simulatedKinds[recipe.kind].baseline, effects: {} },
  );
  if (mark !== null) {
    const truths = [mark, ...(mark.secondary ?? [])];
    const isAa = truths.every((truth) => Object.values(truth?.effects ?? {}).every((effect) => effect === 0));
    const { users, days, baseline, effects, dispersion = 1, tail = 'light' } = mark;
    const secondary = usual.map((truth, index) => {
      const known = mark.secondary?.[index] ?? null;
      return truth === null || known === null ? truth : { ...truth, ...known };
    });
    return {
      users,
      days,
      baseline,
      effects,
      dispersion,
      tail,
      secondary,
      seed: mark.seed + 1,
      isAa,
    } as SimulationDraft;
  }
  const kind = readKind(model.filters);
  const planned = Number(model.parameters.minimum_detectable_effect);
  const { effect: usualEffect, ...numbers } = defaultScenario;
  const effect = planned > 0 ? planned : usualEffect;
  const tests = model.variants.filter(({ key }) => key !== controlKey);
  return {
    ...evenSpread,
    ...numbers,
    baseline: isSimulated(kind) ? simulatedKinds[kind].baseline : 1,
    effects: Object.fromEntries(tests.map(({ key }) => [key, effect])),
    secondary: usual,
    isAa: false,
  };
}

export function scenarioOf({ isAa, ...draft }: SimulationDraft): Scenario {
  const without = <Truth extends TruthDraft | null>(truth: Truth): Truth =>
    truth === null || !isAa ? truth : { ...truth, effects: {} };
  return { ...without(draft), ...(isAa && { effects: {} }), secondary: draft.secondary.map(without) };
}

/** Returns why the scenario cannot be simulated, or null. */
export function problemOf(model: Model, scenario: Scenario): string | null {
  try {
    planOf(model, scenario, runBefore(Date.now(), scenario));
    return null;
  } catch (error) {
    if (error instanceof CannotSimulate) return error.message;
    throw error;
  }
}
