import { notifications } from '@mantine/notifications';
import { useMemo, useState } from 'react';
import type { Experiment } from '#server/experiments/contract.ts';
import { explainError } from '../../api/errors.ts';
import { useFlagReach } from '../../flags/conditions/use-flag-reach.ts';
import { useProject } from '../../projects/current-project.ts';
import type { FieldProblems } from '../../ui/form/field-problems.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useCreateExperiment, useUpdateExperiment } from '../queries.ts';
import { useAudience } from './audience/use-audience.ts';
import { fieldOf, problemsOf, refusedField } from './experiment-form-problems.ts';
import {
  changedFields,
  type ExperimentForm,
  formOf,
  inputOf,
  isSame,
  newForm,
  withVariantsOf,
} from './experiment-form-values.ts';
import { useMetricBaseline } from './metrics/use-metric-baseline.ts';
import { type PlanState, usePlan, withFigures } from './planner/use-plan.ts';
import { type FlagLink, useFlagOfKey } from './use-flag-of-key.ts';

/** What the server said about which form; about another one it says nothing. */
type Refusal = { error: unknown; form: ExperimentForm };

/** The form with what it rests on: the flag of its key, whom that reaches, what the metric was, and the plan made of these. */
function useGround(experiment: Experiment | null, isShown: boolean, isSaving: boolean) {
  const incoming = useMemo(() => (experiment === null ? null : formOf(experiment)), [experiment]);
  const draft = useDraft({ incoming, start: newForm, isSaving, isSame });
  const { base, form: typed } = draft;
  const { kind, flag, offered } = useFlagOfKey(typed.key.trim(), experiment);
  const audience = useAudience(flag);
  const { reach, refused: refusedReach } = useFlagReach(audience.form, audience.problems);
  const linked = useMemo(() => withFlagOf(typed, base, { kind, flag }), [typed, base, kind, flag]);
  const measured = useMetricBaseline(linked.primary, 'filters', isShown);
  const rollout = reach === null || reach.known === 0 ? 100 : (100 * reach.reached) / reach.known;
  const plan = usePlan({ form: linked, baseline: measured.baseline, rollout });
  const { isTaken, figures, missing } = plan;
  const isPlanned = isTaken && (figures !== null || missing !== null);
  const form = useMemo(() => (isPlanned ? withFigures(linked, figures) : linked), [linked, isPlanned, figures]);
  return { incoming, draft, link: { kind, flag, offered }, audience, reach, refusedReach, measured, plan, form };
}

/**
 * The editor's state of one experiment, or of a new one (null). What is typed survives a failed save, and a change of the
 * experiment from elsewhere: `isOutdated` says that saving would overwrite that one, `reload` takes it. `isShown`: not while
 * another tab is, when nothing has to be asked.
 */
export function useExperimentForm(experiment: Experiment | null, isShown: boolean) {
  const [isSaving, setSaving] = useState(false);
  const ground = useGround(experiment, isShown, isSaving);
  const { incoming, draft, link, audience, plan, form } = ground;
  const { base, form: typed, setForm } = draft;
  const problems = useMemo(() => problemsOf(form), [form]);
  const saving = useSaving({ experiment, base, form, audience, plan, problems });
  const isDirty = !isSame(base, form) || audience.isDirty;

  /** Saves if it can be; resolves to the saved experiment, or undefined when something is in the way (which is then shown). */
  const save = async (): Promise<Experiment | undefined> => {
    if (isSaving || (experiment !== null && !isDirty)) return;
    setSaving(true);
    const saved = await saving.run((next, sent) => {
      draft.setBase(next);
      setForm((current) => (current === typed ? next : { ...current, ...savedOver(current, sent, next) }));
    });
    setSaving(false);
    return saved;
  };

  return {
    form,
    /** For a change that follows from the form as it is on screen. */
    apply: (step: (current: ExperimentForm) => ExperimentForm) =>
      setForm((current) => step(withFlagOf(current, base, link))),
    change: (part: Partial<ExperimentForm>) => setForm((current) => ({ ...withFlagOf(current, base, link), ...part })),
    save,
    shown: {
      problems: { ...problems, ...audience.problems },
      judged: saving.judged,
      refused: { ...ground.measured.refused, ...ground.refusedReach, ...saving.refused, ...audience.refused },
    },
    unplaced: Object.keys(saving.judged).filter((path) => fieldOf(path) === null && problems[path] !== undefined),
    error: saving.error,
    /** How often a save was not possible. */
    failures: saving.failures,
    link,
    audience,
    reach: ground.reach,
    measured: ground.measured,
    plan,
    isDirty,
    isSaving,
    isOutdated: draft.isOutdated || audience.isOutdated,
    /** Takes what is saved in place of what was typed. */
    reload: () => {
      audience.forget();
      plan.forget();
      if (incoming === null) return;
      draft.setBase(incoming);
      setForm(incoming);
    },
  };
}
export type ExperimentFormState = ReturnType<typeof useExperimentForm>;

type Saving = {
  experiment: Experiment | null;
  base: ExperimentForm;
  form: ExperimentForm;
  audience: ReturnType<typeof useAudience>;
  plan: PlanState;
  problems: FieldProblems;
};

/** Sends the experiment, then its flag's conditions, and keeps what was refused. */
function useSaving({ experiment, base, form, audience, plan, problems }: Saving) {
  const project = useProject();
  const create = useCreateExperiment(project.id);
  const update = useUpdateExperiment(project.id);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [judged, setJudged] = useState<FieldProblems>({});
  const [failures, setFailures] = useState(0);

  const send = async (sent: ExperimentForm): Promise<Experiment> => {
    if (experiment === null) return create.mutateAsync(inputOf(sent));
    if (isSame(base, sent)) return experiment;
    return update.mutateAsync({ id: experiment.id, ...changedFields(base, sent) });
  };
  /** Of a new experiment the flag is there by now, whatever becomes of its conditions. */
  const sendAudience = async ({ feature_flag: flagId }: Experiment) => {
    const isSameFlag = experiment === null || flagId === experiment.feature_flag;
    if (flagId === null || (isSameFlag && !audience.isDirty)) return;
    try {
      await audience.save(flagId);
    } catch (error) {
      if (experiment !== null) throw error;
      const { message } = explainError(error);
      notifications.show({ color: 'red', title: 'The audience is not saved', message: `${message} Set it once more.` });
    }
  };
  const run = async (onSaved: (next: ExperimentForm, sent: ExperimentForm) => void) => {
    const found = { ...problems, ...audience.problems };
    setJudged(found);
    if (Object.keys(found).length === 0) {
      try {
        const sent = plan.isTaken ? withFigures(form, await plan.settle()) : form;
        const saved = await send(sent);
        plan.take(false);
        onSaved(formOf(saved, sent), sent);
        await sendAudience(saved);
        return saved;
      } catch (error) {
        setRefusal({ error, form });
      }
    }
    setFailures((count) => count + 1);
  };

  const error = refusal?.form === form ? refusal.error : null;
  const refused = refusedField(error);
  const isPlaced = Object.keys({ ...refused, ...audience.refused }).length > 0;
  return { run, judged, refused, error: isPlaced ? null : error, failures };
}

/** The form with the variants of the flag that its key names now, while nobody has set other ones. */
function withFlagOf(
  form: ExperimentForm,
  base: ExperimentForm,
  { kind, flag }: Pick<FlagLink, 'kind' | 'flag'>,
): ExperimentForm {
  const variants = flag?.filters.multivariate?.variants;
  return kind === 'existing' && variants !== undefined && form.variants === base.variants
    ? withVariantsOf(form, variants)
    : form;
}

/** The parts that were not touched while `sent` was being saved, as they were saved. */
function savedOver(current: ExperimentForm, sent: ExperimentForm, saved: ExperimentForm): Partial<ExperimentForm> {
  const kept = (Object.keys(saved) as (keyof ExperimentForm)[]).filter((part) => current[part] === sent[part]);
  return Object.fromEntries(kept.map((part) => [part, saved[part]]));
}
