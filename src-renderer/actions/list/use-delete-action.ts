import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { switchDeleted } from '../../ui/feedback/do-undoably.tsx';
import { useUpdateAction } from '../queries.ts';
import { actionListWords } from './words.tsx';

/** Deletes or restores an action, and shows a notice with an undo. */
export function useDeleteAction() {
  const project = useProject();
  const update = useUpdateAction(project.id);
  return ({ id, name }: Pick<Action, 'id' | 'name'>, deleted: boolean) => {
    const set = (to: boolean) => update.mutateAsync({ id, deleted: to });
    return switchDeleted({ noticeId: `action-${id}`, name, words: actionListWords, to: deleted, set });
  };
}
