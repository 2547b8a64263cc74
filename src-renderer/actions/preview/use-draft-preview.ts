import { useQuery } from '@tanstack/react-query';
import type { MatchVerdict, Preview } from '#server/actions/preview/preview-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { type FieldErrors, serverErrorsOf } from '../../ui/form/field-errors.ts';
import { useSettled } from '../../ui/form/use-settled.ts';
import type { ActionForm } from '../editor/action-form.ts';
import { actionPreviewQuery } from '../queries.ts';
import { type CompleteSteps, completeSteps, fieldInForm } from './draft-preview.ts';

/** Newest matches shown; more would leave no room for the check of one event below. */
const MAX_MATCHES = 7;

/** The draft at the last pause of typing. */
export type Settled = { complete: CompleteSteps; name: string; message: string | null };

export type DraftPreview = {
  settled: Settled;
  preview: Preview | undefined;
  /** Null when the last request succeeded. */
  error: unknown;
  /** What the server found wrong, by field of the form. */
  serverErrors: FieldErrors;
  /** Why this session may not preview; undefined when it may. */
  refusal: string | undefined;
  /** Whether the preview is of an older draft. */
  isStale: boolean;
};

/** Returns what the draft matches in the last `days`, refreshed while typing and as events arrive. */
export function useDraftPreview(form: ActionForm, days: number, isShown: boolean): DraftPreview {
  const project = useProject();
  const [settled, isSettled] = useSettled<Settled>({
    complete: completeSteps(form),
    name: form.name.trim(),
    message: form.postToChat ? form.message : null,
  });
  const { complete, name, message } = settled;
  const refusal = useRefusal('write');
  const question =
    complete.steps.length === 0 || refusal !== undefined
      ? null
      : { steps: complete.steps, days, limit: MAX_MATCHES, find_nearest: true, name, chat_message_format: message };
  const query = useQuery({
    ...actionPreviewQuery(project.id, isShown ? question : null),
    retry: false,
  });
  return {
    settled,
    preview: question === null ? undefined : query.data,
    error: question === null ? null : query.error,
    refusal,
    serverErrors: serverErrorsOf(query.error, (attr) => fieldInForm(attr, complete)),
    isStale: !isSettled || query.isPlaceholderData,
  };
}

/** Returns whether the settled draft matches one stored event; null while unknown. */
export function useVerdict({ complete }: Settled, event: string | null) {
  const project = useProject();
  const mayAsk = useRefusal('write') === undefined;
  const isAsked = mayAsk && event !== null && complete.steps.length > 0;
  const question = isAsked ? { steps: complete.steps, event, limit: 0, days: 1 } : null;
  const query = useQuery({ ...actionPreviewQuery(project.id, question), retry: false });
  const verdict: MatchVerdict | null = isAsked ? (query.data?.verdict ?? null) : null;
  return { verdict, error: isAsked ? query.error : null, isStale: query.isPlaceholderData };
}
