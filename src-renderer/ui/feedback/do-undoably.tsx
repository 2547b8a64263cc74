import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { explainError } from '../../api/errors.ts';

type Done = {
  /** Of what it is done to. */
  noticeId: string;
  done: string;
  undo: () => Promise<unknown>;
};
type UndoableAction = Done & {
  /** Completes “Could not …”. */
  what: string;
  run: () => Promise<unknown>;
};

/** Does it, tells so, and offers to undo it. Resolves to whether it was done. */
export async function doUndoably({ what, run, ...rest }: UndoableAction): Promise<boolean> {
  if (!(await attempt(what, run))) return false;
  offerUndo(rest);
  return true;
}

/** Tells what was done, and offers to undo it. */
export function offerUndo({ noticeId, done, undo }: Done): void {
  const goBack = () => {
    notifications.hide(noticeId);
    void attempt('undo that', undo);
  };
  // One notice of each thing, of what was done last: an older one would undo something else.
  notifications.hide(noticeId);
  notifications.show({
    id: noticeId,
    autoClose: 10_000,
    message: (
      <>
        {done}.{' '}
        <Anchor component="button" type="button" fz="inherit" onClick={goBack}>
          Undo
        </Anchor>
      </>
    ),
  });
}

async function attempt(what: string, run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const { message, hint } = explainError(error);
    notifications.show({ color: 'red', title: `Could not ${what}`, message: `${message} ${hint}` });
    return false;
  }
}
