import { notifications } from '@mantine/notifications';
import type { JsonObject } from '#server/core/contract.ts';
import { useProject } from '../projects/current-project.ts';
import { attempt, doUndoably } from '../ui/feedback/do-undoably.tsx';
import { useLock, useUnlock } from './queries.ts';
import { planWords } from './words.ts';

const { done, failed } = planWords;

/** Returns functions that lock an event by what it sends now, and that unlock it and offer to undo that. */
export function useLockEvent() {
  const { id } = useProject();
  const lock = useLock(id);
  const unlock = useUnlock(id);
  return {
    lock: async (event: string) => {
      if (await attempt(failed.lock, () => lock.mutateAsync({ event })))
        notifications.show({ message: done.locked(event) });
    },
    unlock: (event: string, schema: JsonObject) =>
      doUndoably({
        noticeId: `tracking-plan-${event}`,
        done: done.unlocked(event),
        what: failed.unlock,
        run: () => unlock.mutateAsync(event),
        undo: () => lock.mutateAsync({ event, schema }),
      }),
  };
}
