import { Anchor } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { explainError } from '../../api/errors.ts';
import { uiWords } from '../words.ts';

type Done = {
  /** One per changed thing. */
  noticeId: string;
  done: string;
  /** Null: the server would refuse it. */
  undo: (() => Promise<unknown>) | null;
  /** Says why undoing failed and what to do; null: as the server says. */
  undoProblem?: (error: unknown) => string | null;
};
type UndoableAction = Done & {
  /** Completes “Could not …”. */
  what: string;
  run: () => Promise<unknown>;
};

/** Runs the action, then offers to undo it. Resolves to whether it succeeded. */
export async function doUndoably({ what, run, ...rest }: UndoableAction): Promise<boolean> {
  if (!(await attempt(what, run))) return false;
  offerUndo(rest);
  return true;
}

type Switch = Omit<UndoableAction, 'run' | 'undo'> & { to: boolean; set: (to: boolean) => Promise<unknown> };

/** Switches something on or off, then offers to switch it back. */
export const switchUndoably = ({ to, set, ...rest }: Switch): Promise<boolean> =>
  doUndoably({ ...rest, run: () => set(to), undo: () => set(!to) });

type Deletion = Omit<Switch, 'done' | 'what'> & {
  name: string;
  words: {
    done: Record<'deleted' | 'restored', (name: string) => string>;
    failed: Record<'delete' | 'restore', (name: string) => string>;
  };
};

/** Deletes something, or restores it, then offers to undo that. */
export function switchDeleted({ name, words: { done, failed }, ...rest }: Deletion): Promise<boolean> {
  const [said, what] = rest.to ? [done.deleted, failed.delete] : [done.restored, failed.restore];
  return switchUndoably({ ...rest, done: said(name), what: what(name) });
}

/** Shows what was done, with a button that undoes it. */
export function offerUndo({ noticeId, done, undo, undoProblem }: Done): void {
  // An older notice of the same thing would undo an older change.
  notifications.hide(noticeId);
  notifications.show({
    id: noticeId,
    autoClose: 10_000,
    message: (
      <>
        {done}.{' '}
        {undo !== null && (
          <Anchor
            component="button"
            type="button"
            fz="inherit"
            onClick={() => {
              notifications.hide(noticeId);
              void attempt(uiWords.undo.toLowerCase(), undo, undoProblem);
            }}
          >
            {uiWords.undo}
          </Anchor>
        )}
      </>
    ),
  });
}

/** Runs the action, and says why it failed. `what` completes “Could not …”. Resolves to whether it succeeded. */
export async function attempt(
  what: string,
  run: () => Promise<unknown>,
  problemOf: Done['undoProblem'] = () => null,
): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    const { message, hint } = explainError(error);
    notifications.show({
      color: 'red',
      title: uiWords.couldNot(what),
      message: problemOf(error) ?? `${message} ${hint}`,
    });
    return false;
  }
}
