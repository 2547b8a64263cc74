import { useMemo, useState } from 'react';
import { changedFields, isUnchanged, withSaved } from './changed-fields.ts';
import { type FieldOf, type FieldProblems, refusedField, type Shown } from './field-problems.ts';

/** How something saved is held while it is edited. */
export type EditRules<Saved, Form extends object, Input extends object> = {
  /** With `sent`, the form that it was saved from, rows on screen stay the same ones. */
  formOf: (saved: Saved, sent?: Form) => Form;
  /** What the form says, as the API takes it: forms that say the same are the same. */
  inputOf: (form: Form) => Input;
  /** Everything the form can know to be wrong before the server is asked. */
  problemsOf: (form: Form) => FieldProblems;
  fieldOf: FieldOf;
  /** Gives a form that was typed on while it was being saved the ids that its rows got. */
  withIds?: (form: Form, saved: Form) => Form;
};

/**
 * What is typed (`form`), and the saved one that it began with (`base`); `saved` is null for something new, which begins with
 * `start`. A newer one takes the place of `base` by itself where nothing typed is lost; else the form `isOutdated`.
 */
export function useDraft<Saved, Form extends object, Input extends object>(
  saved: Saved | null,
  rules: EditRules<Saved, Form, Input>,
  start: () => Form,
) {
  const { formOf, inputOf } = rules;
  const incoming = useMemo(() => (saved === null ? null : formOf(saved)), [saved, formOf]);
  const [base, setBase] = useState<Form>(() => incoming ?? start());
  const [form, setForm] = useState(base);
  const [isSaving, setSaving] = useState(false);
  const isSame = (one: Form, other: Form) => isUnchanged(inputOf(one), inputOf(other));
  const isOther = incoming !== null && !isSaving && !isSame(incoming, base);
  const isHarmless = incoming !== null && (isSame(base, form) || isSame(incoming, form));
  if (isOther && isHarmless) {
    setBase(incoming);
    if (!isSame(incoming, form)) setForm(incoming);
  }
  return {
    saved,
    base,
    setBase,
    form,
    setForm,
    isSaving,
    setSaving,
    isSame,
    isOutdated: isOther && !isHarmless,
    /** Takes what is saved in place of what was typed. */
    reload: () => {
      setBase(incoming ?? base);
      setForm(incoming ?? base);
    },
  };
}

type Saving<Saved, Form extends object, Input extends object> = {
  draft: ReturnType<typeof useDraft<Saved, Form, Input>>;
  rules: EditRules<Saved, Form, Input>;
  /** Sends the form; `changed` are the fields that differ from the saved ones. */
  send: (form: Form, changed: Partial<Input>) => Promise<Saved>;
  /** The form on screen, where that is more than what was typed. */
  form?: Form;
  /** Completes the form before it is sent. */
  prepare?: (form: Form) => Promise<Form>;
  /** A form of its own that is saved in the same request. */
  along?: { form: unknown; isDirty: boolean; problems: FieldProblems };
};

/** Saves a draft, and keeps what was in the way of the last save. */
export function useSaving<Saved, Form extends object, Input extends object>(saving: Saving<Saved, Form, Input>) {
  const { draft, rules, send, form = draft.form, prepare, along } = saving;
  const { saved, base, form: typed, isSaving } = draft;
  const [refusal, setRefusal] = useState<{ error: unknown; form: Form; along: unknown } | null>(null);
  const [judged, setJudged] = useState<FieldProblems>({});
  const [failures, setFailures] = useState(0);
  const own = useMemo(() => rules.problemsOf(form), [form, rules]);
  const problems = useMemo(() => ({ ...own, ...along?.problems }), [own, along?.problems]);
  const isDirty = !draft.isSame(base, form) || along?.isDirty === true;

  const take = (next: Form, sent: Form) => {
    draft.setBase(next);
    draft.setForm((current) => {
      if (current === typed) return next;
      const kept = withSaved(current, sent, next);
      return rules.withIds?.(kept, next) ?? kept;
    });
  };
  /** Saves if it can be; resolves to what is saved, or undefined when something is in the way (which is then shown). */
  const save = async (): Promise<Saved | undefined> => {
    if (isSaving || (saved !== null && !isDirty)) return;
    setJudged(problems);
    if (Object.keys(problems).length === 0) {
      draft.setSaving(true);
      try {
        const sent = prepare === undefined ? form : await prepare(form);
        const answer = await send(sent, changedFields(rules.inputOf(base), rules.inputOf(sent)));
        take(rules.formOf(answer, sent), sent);
        return answer;
      } catch (error) {
        setRefusal({ error, form, along: along?.form });
      } finally {
        draft.setSaving(false);
      }
    }
    setFailures((count) => count + 1);
  };

  const error = refusal?.form === form && refusal.along === along?.form ? refusal.error : null;
  const refused = useMemo(() => refusedField(error, rules.fieldOf), [error, rules]);
  const shown: Shown = useMemo(() => ({ problems, refused, judged }), [problems, refused, judged]);
  return {
    form,
    change: (part: Partial<Form>) => draft.setForm((current) => ({ ...current, ...part })),
    /** For a change that follows from the form as it is. */
    apply: (step: (current: Form) => Form) => draft.setForm(step),
    save,
    shown,
    /** Problems that a save ran into and that belong to no field. */
    unplaced: Object.keys(judged).filter((path) => rules.fieldOf(path) === null && problems[path] !== undefined),
    /** What the server said that belongs to no field. */
    error: Object.keys(refused).length > 0 ? null : error,
    /** How often a save was not possible. */
    failures,
    isDirty,
    isSaving,
    /** Whether saving would overwrite what was changed elsewhere meanwhile. */
    isOutdated: draft.isOutdated,
    reload: draft.reload,
  };
}

/** The editor's state of one saved thing, or of a new one. What is typed survives a failed save, and a change from elsewhere. */
export function useEditForm<Saved, Form extends object, Input extends object>(
  editing: Omit<Saving<Saved, Form, Input>, 'draft'> & { saved: Saved | null; start: () => Form },
) {
  const draft = useDraft(editing.saved, editing.rules, editing.start);
  return useSaving({ ...editing, draft });
}
