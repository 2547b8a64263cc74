import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { useFlagReach } from '../../flags/conditions/use-flag-reach.ts';
import { flagQuery } from '../../flags/queries.ts';
import { useProject } from '../../projects/current-project.ts';
import { type EditRules, useDraft, useSaving } from '../../ui/form/use-edit-form.ts';
import { useCreateExperiment, useUpdateExperiment } from '../queries.ts';
import { type AudienceState, useAudience } from './audience/use-audience.ts';
import { draftWarnings } from './draft-warnings.ts';
import { fieldOf, validate } from './experiment-form-problems.ts';
import {
  type ExperimentFormValues,
  type ExperimentInputDraft,
  formOf,
  inputOf,
  newForm,
  withVariantsOf,
} from './experiment-form-values.ts';
import { useMetricBaseline } from './metrics/use-metric-baseline.ts';
import { type PlanState, usePlan, withFigures } from './planner/use-plan.ts';
import { type FlagOfKey, useFlagOfKey } from './use-flag-of-key.ts';

const rules: EditRules<Experiment, ExperimentFormValues, ExperimentInputDraft> = { formOf, inputOf, validate, fieldOf };

/** Collects what the form depends on: its flag, audience, metric baseline, and the plan computed from these. */
function useExperimentContext(experiment: Experiment | null, isShown: boolean) {
  const draft = useDraft(experiment, rules, newForm);
  const { base, form: typed } = draft;
  const link = useFlagOfKey(typed.key.trim(), experiment);
  const { kind, flag } = link;
  const audience = useAudience(flag);
  const { reach, serverErrors: reachErrors } = useFlagReach(audience.form, audience.errors);
  const linked = useMemo(() => withFlagOf(typed, base, { kind, flag }), [typed, base, kind, flag]);
  const measured = useMetricBaseline(linked.primary, 'filters', isShown);
  const everyone = reach === null || reach.known === 0;
  const isIncomplete = Object.keys(audience.errors).length > 0;
  const rollout = isIncomplete ? null : everyone ? 100 : (100 * reach.reached) / reach.known;
  const plan = usePlan({ form: linked, setForm: draft.setForm, baseline: measured.baseline, rollout });
  const { isTaken, figures, missing } = plan;
  const isPlanned = isTaken && (figures !== null || missing !== null);
  const form = useMemo(() => (isPlanned ? withFigures(linked, figures) : linked), [linked, isPlanned, figures]);
  return { draft, link, audience, reach, reachErrors, measured, plan, form };
}

/** Holds the editor's state of an experiment, or of a new one (null). Requests nothing while not `isShown`. */
export function useExperimentForm(experiment: Experiment | null, isShown: boolean) {
  const { draft, link, audience, plan, measured, reach, reachErrors, form } = useExperimentContext(experiment, isShown);
  const send = useSend(experiment, { audience, link, plan });
  const edit = useSaving({
    draft,
    rules,
    form,
    along: audience,
    prepare: async (shown) => (plan.isTaken ? withFigures(shown, await plan.settle()) : shown),
    send,
  });
  const { shown } = edit;
  return {
    ...edit,
    /** Changes the form as it is on screen. */
    apply: (step: (current: ExperimentFormValues) => ExperimentFormValues) =>
      edit.apply((current) => step(withFlagOf(current, draft.base, link))),
    change: (part: Partial<ExperimentFormValues>) =>
      edit.apply((current) => ({ ...withFlagOf(current, draft.base, link), ...part })),
    shown: { ...shown, serverErrors: { ...measured.serverErrors, ...reachErrors, ...shown.serverErrors } },
    link,
    warnings: draftWarnings({ form, link, audience: audience.filters, experiment }),
    audience,
    reach,
    measured,
    plan,
    isOutdated: edit.isOutdated || audience.isOutdated,
    reload: () => {
      audience.forget();
      plan.setTaken(false);
      edit.reload();
    },
  };
}
export type ExperimentFormState = ReturnType<typeof useExperimentForm>;

type SentAlong = { audience: AudienceState; link: FlagOfKey; plan: PlanState };

/** Returns a function that sends the experiment with its flag's conditions. */
function useSend(experiment: Experiment | null, { audience, link, plan }: SentAlong) {
  const project = useProject();
  const client = useQueryClient();
  const create = useCreateExperiment(project.id);
  const update = useUpdateExperiment(project.id);
  /** Keeps the edited conditions on screen until the flag is loaded with them. */
  const settleAudience = async ({ feature_flag: flagId }: Experiment) => {
    if (experiment !== null && flagId !== null)
      await client.prefetchQuery({ ...flagQuery(project.id, flagId), staleTime: 0 });
    audience.forget();
  };
  return async (sent: ExperimentFormValues, changed: Partial<ExperimentInputDraft>): Promise<Experiment> => {
    // A flag that is created for another key gets the conditions on screen.
    const isAudienceSent = audience.isDirty || link.kind === 'new';
    const flag = isAudienceSent ? { flag: { filters: audience.filters } } : {};
    const saved = await (experiment === null
      ? create.mutateAsync({ ...inputOf(sent), ...flag })
      : update.mutateAsync({ id: experiment.id, ...changed, ...flag }));
    if (audience.isDirty) await settleAudience(saved);
    plan.setTaken(false);
    return saved;
  };
}

/** Takes the variants of the flag that the key names, unless variants were edited. */
function withFlagOf(
  form: ExperimentFormValues,
  base: ExperimentFormValues,
  { kind, flag }: Pick<FlagOfKey, 'kind' | 'flag'>,
): ExperimentFormValues {
  const variants = flag?.filters.multivariate?.variants;
  return kind === 'existing' && variants !== undefined && form.variants === base.variants
    ? withVariantsOf(form, variants)
    : form;
}
