import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { doUndoably } from '../../ui/feedback/do-undoably.tsx';
import { useUpdateAction } from '../queries.ts';

/** Deletes or restores with one click; tells so and offers to undo it. */
export function useDeleteAction() {
  const project = useProject();
  const update = useUpdateAction(project.id);
  return ({ id, name }: Pick<Action, 'id' | 'name'>, deleted: boolean) =>
    doUndoably({
      noticeId: `action-${id}`,
      done: deleted ? `“${name}” is deleted` : `“${name}” is restored`,
      what: deleted ? `delete “${name}”` : `restore “${name}”`,
      run: () => update.mutateAsync({ id, deleted }),
      undo: () => update.mutateAsync({ id, deleted: !deleted }),
    });
}
