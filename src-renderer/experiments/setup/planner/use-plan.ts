import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { controlKey } from '#server/experiments/contract.ts';
import { statisticOf } from '#server/experiments/metrics/metric-contract.ts';
import { type Baseline, type Plan, type PlanInput, planInput } from '#server/experiments/planning/plan-contract.ts';
import { explainError } from '../../../api/errors.ts';
import { useRefusal } from '../../../api/permissions.ts';
import { useProject } from '../../../projects/current-project.ts';
import { planQuery } from '../../queries.ts';
import type { ExperimentForm } from '../experiment-form-values.ts';

const SETTLE_MS = 300;

/** What was typed in the place of what was captured; `kind` is that of the metric it was typed for. */
type Typed = { kind: PlanInput['kind']; baseline: number | null; perDay: number | null };

type Given = { form: ExperimentForm; baseline: Baseline | null; rollout: number };

/**
 * How many people and days the experiment needs, as its form stands. Nothing of it becomes the form's before somebody changes
 * what it rests on (`take`): an experiment that is only looked at stays as it was saved.
 */
export function usePlan({ form, baseline, rollout }: Given) {
  const project = useProject();
  const client = useQueryClient();
  const kind: PlanInput['kind'] = statisticOf[form.primary.kind];
  const [typed, setTyped] = useState<Typed>({ kind, baseline: null, perDay: null });
  const [isTaken, setTaken] = useState(false);
  const own: Typed = typed.kind === kind ? typed : { ...typed, kind, baseline: null };
  const captured = { baseline: baseline?.value ?? null, perDay: baseline?.new_people_per_day ?? null };
  const refusal = useRefusal('write');
  const { question, missing } =
    refusal === undefined
      ? questionOf(form, {
          kind,
          baseline: own.baseline ?? captured.baseline,
          perDay: own.perDay ?? captured.perDay ?? 0,
          rollout,
        })
      : { question: null, missing: refusal };
  const asked = JSON.stringify(question);
  const [settled] = useDebouncedValue(asked, SETTLE_MS);
  const settledQuestion = useMemo(() => JSON.parse(settled) as PlanInput | null, [settled]);
  const query = useQuery({ ...planQuery(project.id, settledQuestion), retry: false });
  const isStale = query.isPlaceholderData || asked !== settled;
  const plan = question === null || settledQuestion === null ? null : (query.data ?? null);
  const figures = useMemo(() => (plan === null || isStale ? null : figuresOf(plan)), [plan, isStale]);
  return {
    kind,
    own,
    captured,
    type: (part: Partial<Typed>) => {
      setTyped({ ...own, ...part });
      setTaken(true);
    },
    plan,
    /** Why there is none. */
    missing: missing ?? (query.error === null || isStale ? null : explainError(query.error).message),
    isStale,
    figures,
    /** Whether the form is to have what the plan says. */
    isTaken,
    take: setTaken,
    forget: () => {
      setTaken(false);
      setTyped({ kind, baseline: null, perDay: null });
    },
    /** The plan's figures, once they are those of the form as it stands; null where it cannot be planned. */
    settle: async () => {
      if (question === null) return null;
      try {
        return figuresOf(await client.fetchQuery(planQuery(project.id, question)));
      } catch {
        // A plan that cannot be made is no reason not to save.
        return null;
      }
    },
  };
}
export type PlanState = ReturnType<typeof usePlan>;
export type Figures = { people: number; days: number | null };

const figuresOf = ({ people, days }: Plan): Figures => ({ people, days: days === null ? null : Math.ceil(days) });

/** The form with what was planned for it; without a plan it has no figures either. */
export function withFigures(form: ExperimentForm, figures: Figures | null): ExperimentForm {
  return { ...form, people: figures?.people ?? null, days: figures?.days ?? null };
}

type Ground = { kind: PlanInput['kind']; baseline: number | null; perDay: number; rollout: number };

/** What to ask, or what it lacks. */
function questionOf({ effect, variants, primary }: ExperimentForm, { kind, baseline, perDay, rollout }: Ground) {
  const lacks = (missing: string) => ({ question: null, missing });
  if (effect === null) return lacks('Say which change is worth finding.');
  if (baseline === null) return lacks('It needs a baseline: choose a metric that has data, or type what you expect.');
  if (baseline === 0) return lacks('From a baseline of 0 no share can be changed: type what you expect.');
  const weights = variants
    .toSorted((one, other) => Number(other.key === controlKey) - Number(one.key === controlKey))
    .map(({ weight }) => weight);
  if (weights.some((weight) => weight <= 0)) return lacks('Each variant needs a share of the people.');
  const question: PlanInput = {
    kind,
    direction: primary.direction,
    baseline,
    minimum_detectable_effect: effect,
    weights,
    people_per_day: perDay,
    rollout_percentage: rollout,
  };
  const problem = planInput.safeParse(question).error?.issues[0];
  return problem === undefined ? { question, missing: null } : lacks(`${problem.message}.`);
}
