import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { attempt } from '../../ui/feedback/do-undoably.tsx';
import { useDuplicateAction } from '../queries.ts';
import { actionListWords } from './words.tsx';

/** Copies an action, and opens the copy. */
export function useCopyAction() {
  const project = useProject();
  const navigate = useNavigate();
  const copy = useDuplicateAction(project.id);
  return ({ id, name }: Pick<Action, 'id' | 'name'>) =>
    attempt(actionListWords.failed.duplicate(name), async () => {
      const made = await copy.mutateAsync(id);
      notifications.show({ message: actionListWords.done.duplicated(made.name) });
      await navigate({ to: '/actions/$actionId', params: { actionId: made.id } });
    });
}
