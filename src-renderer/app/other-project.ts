import { notifications } from '@mantine/notifications';
import type { Project } from '#server/projects/contract.ts';
import { otherProjectWords } from './other-project-words.ts';

type Asked = { id: number; before: Project | null };

/** Says that another project is shown than the one in the address. `before`: what the window showed last. */
export function showOtherProject({ id, before }: Asked, shown: Project): void {
  notifications.show({
    id: 'other-project',
    color: 'yellow',
    autoClose: false,
    title: otherProjectWords.none(id, before?.id === id ? before.name : null),
    message: otherProjectWords.shown(shown.name),
  });
}
