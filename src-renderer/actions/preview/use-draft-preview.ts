import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Preview, Verdict } from '#server/actions/preview/preview-contract.ts';
import { useRefusal } from '../../api/permissions.ts';
import { useProject } from '../../projects/current-project.ts';
import { type FieldErrors, serverErrorsOf } from '../../ui/form/field-errors.ts';
import type { ActionForm } from '../editor/action-form.ts';
import { previewQuery } from '../queries.ts';
import { fieldInForm, type Tryable, tryableSteps } from './draft-preview.ts';

const SETTLE_MS = 300;
/** As many of the newest matches as leave room for the check of one event below them. */
const SHOWN = 7;
/** Events arrive while a draft is open; its matches are shown as they do. */
const REFRESH_MS = 5_000;

/** A draft as it was when typing last paused. */
export type Settled = { tryable: Tryable; name: string; message: string | null };

export type DraftPreview = {
  settled: Settled;
  preview: Preview | undefined;
  /** Null when the last answer was one. */
  error: unknown;
  /** What the server found wrong, by field of the form. */
  serverErrors: FieldErrors;
  /** Why this session may not ask; undefined when it may. */
  refusal: string | undefined;
  /** Whether what is shown is of an older draft. */
  isStale: boolean;
};

/** What the draft matches in the last `days`, asked again while it is typed and as events arrive. */
export function useDraftPreview(form: ActionForm, days: number, isShown: boolean): DraftPreview {
  const project = useProject();
  const current = useMemo(
    () =>
      JSON.stringify({
        tryable: tryableSteps(form),
        name: form.name.trim(),
        message: form.postToChat ? form.message : null,
      }),
    [form],
  );
  const [kept] = useDebouncedValue(current, SETTLE_MS);
  const settled = useMemo(() => JSON.parse(kept) as Settled, [kept]);
  const { tryable, name, message } = settled;
  const refusal = useRefusal('write');
  const question =
    tryable.steps.length === 0 || refusal !== undefined
      ? null
      : { steps: tryable.steps, days, limit: SHOWN, find_nearest: true, name, chat_message_format: message };
  const query = useQuery({
    ...previewQuery(project.id, isShown ? question : null),
    refetchInterval: REFRESH_MS,
    retry: false,
  });
  return {
    settled,
    preview: question === null ? undefined : query.data,
    error: question === null ? null : query.error,
    refusal,
    serverErrors: serverErrorsOf(query.error, (attr) => fieldInForm(attr, tryable)),
    isStale: kept !== current || query.isPlaceholderData,
  };
}

/** Whether the settled draft matches one stored event; null while that is not known. */
export function useVerdict({ tryable }: Settled, event: string | null) {
  const project = useProject();
  const mayAsk = useRefusal('write') === undefined;
  const isAsked = mayAsk && event !== null && tryable.steps.length > 0;
  const question = isAsked ? { steps: tryable.steps, event, limit: 0, days: 1 } : null;
  const query = useQuery({ ...previewQuery(project.id, question), retry: false });
  const verdict: Verdict | null = isAsked ? (query.data?.verdict ?? null) : null;
  return { verdict, error: isAsked ? query.error : null };
}
