import { useMemo, useState } from 'react';
import { changedFields, isUnchanged, withSaved } from './changed-fields.ts';
import { type FieldErrors, type FieldOf, serverErrorsOf } from './field-errors.ts';

/** Converts between the saved thing, its form, and the request that saves it. */
export type EditRules<Saved, Form extends object, Input extends object> = {
  /** With `sent`, the form it was saved from, rows keep their ids. */
  formOf: (saved: Saved, sent?: Form) => Form;
  /** Returns the request body; forms with the same body count as equal. */
  inputOf: (form: Form) => Input;
  /** Returns all errors that need no request. */
  validate: (form: Form) => FieldErrors;
  fieldOf: FieldOf;
  /** Adds the ids of saved rows to a form that was edited during the save. */
  withIds?: (form: Form, saved: Form) => Form;
};

/**
 * Holds the edited `form` and the saved one that it began as (`base`); `saved` is null for something new, which begins as
 * `start()`. A newer saved one replaces `base` where no edit is lost; otherwise `isOutdated` is true.
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
    /** Discards the edits. */
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
  /** The form on screen, if it has more than the edits. */
  form?: Form;
  /** Completes the form before it is sent. */
  prepare?: (form: Form) => Promise<Form>;
  /** Another form that is saved in the same request. */
  along?: { form: unknown; isDirty: boolean; errors: FieldErrors };
};

/** Saves a draft, and keeps the errors of the last save. */
export function useSaving<Saved, Form extends object, Input extends object>(saving: Saving<Saved, Form, Input>) {
  const { draft, rules, send, form = draft.form, prepare, along } = saving;
  const { saved, base, form: typed, isSaving } = draft;
  const [failure, setFailure] = useState<{ error: unknown; form: Form; along: unknown } | null>(null);
  const [submitErrors, setSubmitErrors] = useState<FieldErrors>({});
  const [failures, setFailures] = useState(0);
  const errors = useMemo(() => ({ ...rules.validate(form), ...along?.errors }), [form, rules, along?.errors]);
  const isDirty = !draft.isSame(base, form) || along?.isDirty === true;

  const take = (next: Form, sent: Form) => {
    draft.setBase(next);
    draft.setForm((current) => {
      if (current === typed) return next;
      const kept = withSaved(current, sent, next);
      return rules.withIds?.(kept, next) ?? kept;
    });
  };
  /** Saves a changed form without errors. Resolves to what is saved, or undefined after it showed why not. */
  const save = async (): Promise<Saved | undefined> => {
    if (isSaving || (saved !== null && !isDirty)) return;
    setSubmitErrors(errors);
    if (Object.keys(errors).length === 0) {
      draft.setSaving(true);
      try {
        const sent = prepare === undefined ? form : await prepare(form);
        const answer = await send(sent, changedFields(rules.inputOf(base), rules.inputOf(sent)));
        setFailure(null);
        take(rules.formOf(answer, sent), sent);
        return answer;
      } catch (error) {
        setFailure({ error, form, along: along?.form });
      } finally {
        draft.setSaving(false);
      }
    }
    setFailures((count) => count + 1);
  };

  const error = failure?.form === form && failure.along === along?.form ? failure.error : null;
  const serverErrors = useMemo(() => serverErrorsOf(error, rules.fieldOf), [error, rules]);
  const shown = useMemo(() => ({ errors, serverErrors, submitErrors }), [errors, serverErrors, submitErrors]);
  return {
    form,
    change: (part: Partial<Form>) => draft.setForm((current) => ({ ...current, ...part })),
    /** Changes the form by a function of its current value. */
    apply: (step: (current: Form) => Form) => draft.setForm(step),
    save,
    shown,
    /** Paths of errors found by the last save that no field shows. */
    formErrors: Object.keys(submitErrors).filter((path) => rules.fieldOf(path) === null && errors[path] !== undefined),
    /** The failure of the last save, unless a field shows it. */
    error: Object.keys(serverErrors).length > 0 ? null : error,
    /** Number of failed saves. */
    failures,
    isDirty,
    isSaving,
    /** Whether saving would overwrite a change from elsewhere. */
    isOutdated: draft.isOutdated,
    reload: draft.reload,
  };
}

/** Edits one saved thing, or a new one. Edits survive a failed save and a change from elsewhere. */
export function useEditForm<Saved, Form extends object, Input extends object>(
  editing: Omit<Saving<Saved, Form, Input>, 'draft'> & { saved: Saved | null; start: () => Form },
) {
  const draft = useDraft(editing.saved, editing.rules, editing.start);
  return useSaving({ ...editing, draft });
}
