import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useContext, useEffect, useState } from 'react';
import { UnsavedContext } from '../page/unsaved.ts';
import { uiWords } from '../words.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Place = { pathname: string; search: { project?: number | undefined } };

/** Returns whether the page or the project changes; a tab of the same page does not count. */
const isElsewhere = (current: Place, next: Place) =>
  current.pathname !== next.pathname || current.search.project !== next.search.project;

/** Asks before leaving unsaved changes. `what` begins the sentence "… not saved." `isDirty` is called when leaving. */
export function LeaveGuard({ isDirty, what }: { isDirty: () => boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && isElsewhere(current, next),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const setUnsaved = useContext(UnsavedContext);
  // At each render: `isDirty` may read a ref.
  useEffect(() => setUnsaved(isDirty()));
  useEffect(() => () => setUnsaved(false), [setUnsaved]);
  if (blocker.status !== 'blocked') return null;
  const { leaveWithoutSaving: title, discardAndLeave: verb, notSaved } = uiWords.form;
  return (
    <ConfirmDialog title={title} verb={verb} onConfirm={async () => blocker.proceed()} onClose={blocker.reset}>
      <p>{notSaved(what)}</p>
    </ConfirmDialog>
  );
}

/** Returns `discard`, which does what discards changes within a page, and the `question` that it asks first where there are any. */
export function useDiscard(isDirty: boolean, what: string) {
  const [asked, setAsked] = useState<{ run: () => void } | null>(null);
  const { discardQuestion: title, discardChanges: verb, notSaved } = uiWords.form;
  return {
    discard: (run: () => void) => (isDirty ? setAsked({ run }) : run()),
    question: asked !== null && (
      <ConfirmDialog title={title} verb={verb} onConfirm={async () => asked.run()} onClose={() => setAsked(null)}>
        <p>{notSaved(what)}</p>
      </ConfirmDialog>
    ),
  };
}

/** Closes an editor within a page; asks first where that discards changes. */
export function CancelButton({ isDirty, what, onCancel }: { isDirty: boolean; what: string; onCancel: () => void }) {
  const { discard, question } = useDiscard(isDirty, what);
  return (
    <>
      <Button variant="default" onClick={() => discard(onCancel)}>
        {uiWords.cancel}
      </Button>
      {question}
    </>
  );
}
