import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useClearOverrides } from '../queries.ts';
import { words } from './words.tsx';

/** Asks before all overrides of the project are cleared. */
export function ClearOverrides({ count, onClose }: { count: number; onClose: () => void }) {
  const project = useProject();
  const clearAll = useClearOverrides(project.id);
  return (
    <ConfirmDialog
      title={words.clearAll.title(count)}
      verb={words.banner.clearAll}
      onConfirm={() => clearAll.mutateAsync(undefined)}
      onClose={onClose}
    >
      <p>{words.clearAll.text}</p>
    </ConfirmDialog>
  );
}
