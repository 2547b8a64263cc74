import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useMemo, useState } from 'react';
import { issueSentence } from '#server/core/issue-contract.ts';
import { controlKey } from '#server/experiments/contract.ts';
import { kindTraits, statisticTraits } from '#server/experiments/metrics/kind-contract.ts';
import { maxEffect } from '#server/experiments/metrics/options-contract.ts';
import {
  type Baseline,
  largestEffect,
  type Plan,
  type PlanInput,
  planInput,
} from '#server/experiments/planning/plan-contract.ts';
import { explainError } from '../../../api/errors.ts';
import { useRefusal } from '../../../api/permissions.ts';
import { useProject } from '../../../projects/current-project.ts';
import { useSettled } from '../../../ui/form/use-settled.ts';
import type { ExperimentFormValues } from '../experiment-form-values.ts';
import { planQuery } from '../plan-queries.ts';
import { numbersFor, type PlanNumbers } from './plan-estimates.ts';
import { words } from './words.ts';

type Given = {
  form: ExperimentFormValues;
  setForm: Dispatch<SetStateAction<ExperimentFormValues>>;
  baseline: Baseline | null;
  /** Percent; null while the audience is incomplete. */
  rollout: number | null;
};

/**
 * Plans how many people and days the form's experiment needs. The form takes the plan only after somebody changes an input
 * (`setTaken`), so that an experiment that is only viewed stays as it was saved.
 */
export function usePlan({ form, setForm, baseline, rollout }: Given) {
  const project = useProject();
  const client = useQueryClient();
  const kind: PlanInput['kind'] = kindTraits[form.primary.kind].statistic;
  const [isTaken, setTaken] = useState(false);
  const metric = form.primary.kind;
  const own = numbersFor(metric, form.estimates);
  const captured: PlanNumbers = {
    baseline: baseline?.value ?? null,
    dispersion: dispersionOf(baseline),
    perDay: baseline?.new_people_per_day ?? null,
  };
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
      setForm((current) => ({ ...current, estimates: { ...own, ...part, kind: metric } }));
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
  rollout: number | null;
};

/** Returns the plan's question, or what it lacks. */
function questionOf({ effect, variants, primary }: ExperimentFormValues, context: PlanContext) {
  const { kind, baseline, dispersion, perDay, rollout } = context;
  const lacks = (missing: string) => ({ question: null, missing });
  if (effect === null) return lacks(words.missing.effect);
  if (baseline === null) return lacks(words.missing.baseline);
  if (baseline <= 0) return lacks(baseline === 0 ? words.missing.zero : words.missing.negative);
  if (statisticTraits[kind].needsVariance && dispersion === null) return lacks(words.missing.dispersion);
  const weights = variants
    .toSorted((one, other) => Number(other.key === controlKey) - Number(one.key === controlKey))
    .map(({ weight }) => weight);
  if (weights.some((weight) => weight <= 0)) return lacks(words.missing.weights);
  if (rollout === null) return lacks(words.missing.audience);
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
  return problem === undefined ? { question, missing: null } : lacks(problemWords(problem, question));
}

type Issue = Parameters<typeof issueSentence>[0];

/** Words why the numbers allow no plan, in the units of the form. */
function problemWords(problem: Issue, { kind, direction, baseline }: PlanInput): string {
  const [field] = problem.path;
  if (field === 'baseline' && kind === 'proportion') return words.missing.share;
  if (field !== 'minimum_detectable_effect') return issueSentence(problem);
  if (direction === 'decrease') return words.missing.fall;
  const most = largestEffect({ kind, direction, baseline });
  return words.missing.effectMost(Math.floor(Math.min(most, maxEffect) * 1000) / 1000, most < maxEffect);
}

/** Returns variance / mean of the captured people, also used for an entered baseline; null for a share. */
function dispersionOf(baseline: Baseline | null): number | null {
  if (baseline === null || baseline.kind === 'proportion') return null;
  const { value, variance } = baseline;
  return value === null || variance === null || value <= 0 ? null : variance / value;
}
