import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { switchUndoably } from '../../ui/feedback/do-undoably.tsx';
import { useUpdateAction } from '../queries.ts';
import { words } from './words.tsx';

/** Deletes or restores an action, and shows a notice with an undo. */
export function useDeleteAction() {
  const project = useProject();
  const update = useUpdateAction(project.id);
  return ({ id, name }: Pick<Action, 'id' | 'name'>, deleted: boolean) =>
    switchUndoably({
      noticeId: `action-${id}`,
      done: deleted ? words.done.deleted(name) : words.done.restored(name),
      what: deleted ? words.failed.delete(name) : words.failed.restore(name),
      to: deleted,
      set: (to) => update.mutateAsync({ id, deleted: to }),
    });
}
