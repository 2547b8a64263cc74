import { useBlocker } from '@tanstack/react-router';
import { ConfirmDialog } from './confirm-dialog.tsx';

type Place = { pathname: string; search: { project?: number | undefined } };

/** Another page or another project; the tab of the same page is not. */
const isElsewhere = (current: Place, next: Place) =>
  current.pathname !== next.pathname || current.search.project !== next.search.project;

/** Asks before unsaved work is left. `what` begins the sentence "… not saved." `isDirty` is asked at the moment of leaving. */
export function LeaveGuard({ isDirty, what }: { isDirty: () => boolean; what: string }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty() && isElsewhere(current, next),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title="Leave without saving?"
      verb="Discard and leave"
      onConfirm={async () => blocker.proceed()}
      onClose={blocker.reset}
    >
      <p>{what} not saved. Leaving discards what you typed.</p>
    </ConfirmDialog>
  );
}
