import { useMemo, useState } from 'react';
import type { Action } from '#server/actions/contract.ts';
import { ApiFailure } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import type { FieldProblems } from '../../ui/form/field-problems.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useCreateAction, useUpdateAction } from '../queries.ts';
import {
  type ActionForm,
  changedFields,
  formOf,
  inputOf,
  isSame,
  type StepDraft,
  savedForm,
  withSavedIds,
} from './action-form.ts';
import { problemsOf } from './form-problems.ts';

/**
 * The editor's state of one action, or of a new one (`action` null, beginning with `start`). What is typed survives a failed
 * save, and a change of the action from elsewhere: `isOutdated` says that saving would overwrite that one, `reload` takes it.
 */
export function useActionForm(action: Action | null, start: () => ActionForm) {
  const project = useProject();
  const create = useCreateAction(project.id);
  const update = useUpdateAction(project.id);
  const isSaving = create.isPending || update.isPending;
  const incoming = useMemo(() => (action === null ? null : formOf(action)), [action]);
  const draft = useDraft({ incoming, start, isSaving, isSame });
  const { base, form, setForm } = draft;
  const [refusal, setRefusal] = useState<{ error: unknown; form: ActionForm } | null>(null);
  const [judged, setJudged] = useState<FieldProblems>({});
  const [failures, setFailures] = useState(0);
  const problems = useMemo(() => problemsOf(form), [form]);
  const isDirty = !isSame(base, form);
  const send = () =>
    action === null
      ? create.mutateAsync(inputOf(form))
      : update.mutateAsync({ id: action.id, ...changedFields(base, form) });

  /** Saves if it can be; resolves to the saved action, or undefined when something is in the way (which is then shown). */
  const save = async (): Promise<Action | undefined> => {
    if (isSaving || (action !== null && !isDirty)) return;
    setJudged(problems);
    if (Object.keys(problems).length === 0) {
      try {
        const saved = await send();
        const next = savedForm(saved, form);
        draft.setBase(next);
        setForm((current) => (current === form ? next : withSavedIds(current, next)));
        return saved;
      } catch (error) {
        setRefusal({ error, form });
      }
    }
    setFailures((count) => count + 1);
  };

  return {
    form,
    change: (part: Partial<ActionForm>) => setForm((current) => ({ ...current, ...part })),
    changeStep: (id: string, step: StepDraft) =>
      setForm((current) => ({ ...current, steps: current.steps.map((one) => (one.id === id ? step : one)) })),
    save,
    ...whatIsWrong(problems, judged, refusal?.form === form ? refusal.error : null),
    /** How often a save was not possible. */
    failures,
    isDirty,
    isSaving,
    isOutdated: draft.isOutdated,
    /** Takes the saved action in place of what was typed. */
    reload: () => {
      if (incoming === null) return;
      draft.setBase(incoming);
      setForm(incoming);
    },
  };
}
export type ActionFormState = ReturnType<typeof useActionForm>;

const fields = [
  /^(?:name|description|tags|chat_message_format)(?:__\d+)?$/,
  /^steps__\d+__(?:event|text|href|tag_name|selector|url|name)$/,
  /^steps__\d+__url_matching$/,
  /^steps__\d+__properties__\d+__(?:key|operator|value)/,
  /^steps__\d+__properties/,
];

/** The field of the editor that shows a problem with `attr`; null when none does. */
function fieldOf(attr: string): string | null {
  const path = fields.map((field) => field.exec(attr)?.[0]).find((found) => found !== undefined) ?? null;
  return path === null || path.startsWith('steps') ? path : path.replace(/__\d+$/, '');
}

/** `judged` are the problems that a save ran into; `unplaced` and `error` belong to no field. */
function whatIsWrong(problems: FieldProblems, judged: FieldProblems, refusal: unknown) {
  const refused = refusedField(refusal);
  return {
    problems,
    judged,
    refused,
    unplaced: Object.keys(judged).filter((path) => fieldOf(path) === null && problems[path] !== undefined),
    error: Object.keys(refused).length > 0 ? null : refusal,
  };
}

/** What a refusal says about one field of the editor; empty when it is about none. */
function refusedField(error: unknown): FieldProblems {
  if (!(error instanceof ApiFailure) || error.attr === undefined) return {};
  const path = fieldOf(error.attr);
  return path === null ? {} : { [path]: error.detail };
}
