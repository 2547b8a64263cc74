import { useMemo, useState } from 'react';
import type { Flag } from '#server/flags/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import type { FieldProblems, Shown } from '../../ui/form/field-problems.ts';
import { useCreateFlag, useUpdateFlag } from '../queries.ts';
import { fieldOf, refusedField } from './field-problems.ts';
import { problemsOf } from './flag-form-problems.ts';
import { changedFields, type FlagForm, formOf, inputOf, isSame, newForm } from './flag-form-values.ts';

type Base = { flag: Flag | null; form: FlagForm };

/** The form, and the saved flag that it began with. A newer one takes that place by itself where nothing typed is lost. */
function useDraft(flag: Flag | null, initialKey: string, isSaving: boolean) {
  const [base, setBase] = useState<Base>(() => ({ flag, form: flag === null ? newForm(initialKey) : formOf(flag) }));
  const [form, setForm] = useState(base.form);
  const take = (taken: Flag) => {
    const incoming = formOf(taken);
    setBase({ flag: taken, form: incoming });
    return incoming;
  };
  const isOther = flag !== null && flag.version !== base.flag?.version;
  if (isOther && !isSaving && isHarmless(formOf(flag), base.form, form)) {
    const incoming = take(flag);
    if (isSame(base.form, form)) setForm(incoming);
  }
  return { base, form, setForm, take, isOther };
}

/**
 * The editor's state of one flag, or of a new one (`flag` null). What is typed survives a failed save, and a change of the flag
 * from elsewhere: `isOutdated` says that saving would overwrite that one, `reload` takes it in place of what was typed.
 */
export function useFlagForm(flag: Flag | null, initialKey: string) {
  const project = useProject();
  const create = useCreateFlag(project.id);
  const update = useUpdateFlag(project.id);
  const isSaving = create.isPending || update.isPending;
  const { base, form, setForm, take, isOther } = useDraft(flag, initialKey, isSaving);
  const [refusal, setRefusal] = useState<{ error: unknown; form: FlagForm } | null>(null);
  const [judged, setJudged] = useState<FieldProblems>({});
  const [failures, setFailures] = useState(0);
  const problems = useMemo(() => problemsOf(form), [form]);
  const isDirty = !isSame(base.form, form);
  const send = () =>
    flag === null
      ? create.mutateAsync(inputOf(form))
      : update.mutateAsync({ id: flag.id, ...changedFields(base.form, form) });

  /** Saves if it can be; resolves to the saved flag, or undefined when something is in the way (which is then shown). */
  const save = async (): Promise<Flag | undefined> => {
    if (isSaving || (flag !== null && !isDirty)) return;
    setJudged(problems);
    if (Object.keys(problems).length === 0) {
      try {
        const saved = await send();
        take(saved);
        return saved;
      } catch (error) {
        setRefusal({ error, form });
      }
    }
    setFailures((count) => count + 1);
  };

  const error = refusal?.form === form ? refusal.error : null;
  const refused = refusedField(error);
  const shown: Shown = { problems, refused, judged };
  return {
    form,
    change: (part: Partial<FlagForm>) => setForm((current) => ({ ...current, ...part })),
    /** For a change that follows from the form as it is. */
    apply: (step: (current: FlagForm) => FlagForm) => setForm(step),
    save,
    shown,
    /** Problems that belong to no field. */
    unplaced: Object.keys(problems).filter((path) => fieldOf(path) === null && judged[path] !== undefined),
    /** What the server said that belongs to no field. */
    error: Object.keys(refused).length > 0 ? null : error,
    /** How often a save was not possible. */
    failures,
    isDirty,
    isSaving,
    isOutdated: isOther && !isSaving,
    reload: () => flag !== null && setForm(take(flag)),
  };
}
export type FlagFormState = ReturnType<typeof useFlagForm>;

/** Whether a newer flag can be taken without losing anything: nothing was typed, or it is what was typed, or what was there. */
function isHarmless(incoming: FlagForm, base: FlagForm, form: FlagForm): boolean {
  return isSame(base, form) || isSame(incoming, form) || isSame(incoming, base);
}
