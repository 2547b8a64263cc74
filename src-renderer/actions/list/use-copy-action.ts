import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import type { Action } from '#server/actions/contract.ts';
import { explainError } from '../../api/errors.ts';
import { useProject } from '../../projects/current-project.ts';
import { uiWords } from '../../ui/words.ts';
import { useDuplicateAction } from '../queries.ts';
import { words } from './words.tsx';

/** Copies an action, and opens the copy. */
export function useCopyAction() {
  const project = useProject();
  const navigate = useNavigate();
  const copy = useDuplicateAction(project.id);
  return async ({ id, name }: Pick<Action, 'id' | 'name'>): Promise<void> => {
    try {
      const made = await copy.mutateAsync(id);
      notifications.show({ message: words.done.duplicated(made.name) });
      await navigate({ to: '/actions/$actionId', params: { actionId: made.id } });
    } catch (error) {
      const { message, hint } = explainError(error);
      const title = uiWords.couldNot(words.failed.duplicate(name));
      notifications.show({ color: 'red', title, message: `${message} ${hint}` });
    }
  };
}
