import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { issueSentence } from '#server/core/issue-contract.ts';
import { controlKey } from '#server/experiments/contract.ts';
import { kindTraits, type MetricKind, statisticTraits } from '#server/experiments/metrics/kind-contract.ts';
import { type Baseline, type Plan, type PlanInput, planInput } from '#server/experiments/planning/plan-contract.ts';
import { explainError } from '../../../api/errors.ts';
import { useRefusal } from '../../../api/permissions.ts';
import { useProject } from '../../../projects/current-project.ts';
import { useSettled } from '../../../ui/form/use-settled.ts';
import type { ExperimentFormValues } from '../experiment-form-values.ts';
import { planQuery } from '../plan-queries.ts';
import { words } from './words.ts';

type Given = { form: ExperimentFormValues; baseline: Baseline | null; rollout: number };

/**
 * Plans how many people and days the form's experiment needs. The form takes the plan only after somebody changes an input
 * (`setTaken`), so that an experiment that is only viewed stays as it was saved.
 */
export function usePlan({ form, baseline, rollout }: Given) {
  const project = useProject();
  const client = useQueryClient();
  const kind: PlanInput['kind'] = kindTraits[form.primary.kind].statistic;
  const [isTaken, setTaken] = useState(false);
  const { own, captured, type, forget } = usePlanNumbers(form.primary.kind, baseline);
  const refusal = useRefusal('write');
  const { question, missing } =
    refusal === undefined
      ? questionOf(form, {
          kind,
          baseline: own.baseline ?? captured.baseline,
          dispersion: own.dispersion ?? captured.dispersion,
          perDay: own.perDay ?? captured.perDay ?? 0,
          rollout,
        })
      : { question: null, missing: refusal };
  const [settled, isSettled] = useSettled(question);
  const query = useQuery({ ...planQuery(project.id, settled), retry: false });
  const isStale = query.isPlaceholderData || !isSettled;
  const plan = question === null || settled === null ? null : (query.data ?? null);
  const figures = useMemo(() => (plan === null || isStale ? null : figuresOf(plan)), [plan, isStale]);
  return {
    kind,
    own,
    captured,
    type: (part: Partial<PlanNumbers>) => {
      type(part);
      setTaken(true);
    },
    /** The variance of a share follows from it. */
    hasDispersion: statisticTraits[kind].largest > 1,
    question,
    plan,
    /** Why there is no plan. */
    missing: missing ?? (query.error === null || isStale ? null : explainError(query.error).message),
    isStale,
    figures,
    /** Whether the form takes the plan's numbers. */
    isTaken,
    setTaken,
    forget: () => {
      setTaken(false);
      forget();
    },
    /** Returns the plan's numbers for the current form; null where it cannot be planned. */
    settle: async () => {
      if (question === null) return null;
      try {
        return figuresOf(await client.fetchQuery(planQuery(project.id, question)));
      } catch {
        // The form is saved also without a plan.
        return null;
      }
    },
  };
}
export type PlanState = ReturnType<typeof usePlan>;
export type Figures = { people: number; days: number | null };

const figuresOf = ({ people, days }: Plan): Figures => ({ people, days: days === null ? null : Math.ceil(days) });

/** Sets the planned numbers in the form, or clears them. */
export function withFigures(form: ExperimentFormValues, figures: Figures | null): ExperimentFormValues {
  return { ...form, people: figures?.people ?? null, days: figures?.days ?? null };
}

type PlanContext = {
  kind: PlanInput['kind'];
  baseline: number | null;
  dispersion: number | null;
  perDay: number;
  rollout: number;
};

/** Returns the plan's question, or what it lacks. */
function questionOf({ effect, variants, primary }: ExperimentFormValues, context: PlanContext) {
  const { kind, baseline, dispersion, perDay, rollout } = context;
  const lacks = (missing: string) => ({ question: null, missing });
  if (effect === null) return lacks(words.missing.effect);
  if (baseline === null) return lacks(words.missing.baseline);
  if (baseline === 0) return lacks(words.missing.zero);
  if (statisticTraits[kind].needsVariance && dispersion === null) return lacks(words.missing.dispersion);
  const weights = variants
    .toSorted((one, other) => Number(other.key === controlKey) - Number(one.key === controlKey))
    .map(({ weight }) => weight);
  if (weights.some((weight) => weight <= 0)) return lacks(words.missing.weights);
  if (rollout === 0) return lacks(words.missing.nobody);
  const question: PlanInput = {
    kind,
    direction: primary.direction,
    baseline,
    ...(dispersion !== null && { variance: dispersion * baseline }),
    minimum_detectable_effect: effect,
    weights,
    people_per_day: perDay,
    rollout_percentage: rollout,
  };
  const problem = planInput.safeParse(question).error?.issues[0];
  return problem === undefined ? { question, missing: null } : lacks(issueSentence(problem));
}

/** What a plan rests on; null: nothing is entered, or nothing was captured. `dispersion`: variance / mean, 0 where all have the same value. */
type PlanNumbers = { baseline: number | null; dispersion: number | null; perDay: number | null };

const none: PlanNumbers = { baseline: null, dispersion: null, perDay: null };

/** Keeps the numbers that are entered in place of captured ones, for a metric of this kind. */
function usePlanNumbers(kind: MetricKind, baseline: Baseline | null) {
  const [typed, setTyped] = useState({ ...none, kind });
  // A number of events says nothing about a share.
  const own: PlanNumbers = typed.kind === kind ? typed : { ...none, perDay: typed.perDay };
  const captured: PlanNumbers = {
    baseline: baseline?.value ?? null,
    dispersion: dispersionOf(baseline),
    perDay: baseline?.new_people_per_day ?? null,
  };
  return {
    own,
    captured,
    type: (part: Partial<PlanNumbers>) => setTyped({ ...own, ...part, kind }),
    forget: () => setTyped({ ...none, kind }),
  };
}

/** Returns variance / mean of the captured people, also used for an entered baseline; null for a share. */
function dispersionOf(baseline: Baseline | null): number | null {
  if (baseline === null || baseline.kind === 'proportion') return null;
  const { value, variance } = baseline;
  return value === null || variance === null || value <= 0 ? null : variance / value;
}
