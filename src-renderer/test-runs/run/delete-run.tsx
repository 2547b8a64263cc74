import { notifications } from '@mantine/notifications';
import type { TestRun } from '#server/test-runs/contract.ts';
import { useProject } from '../../projects/current-project.ts';
import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { useDeleteTestRun } from '../queries.ts';
import { testRunWords } from '../words.ts';
import { words } from './words.ts';

type Props = { run: TestRun; leave?: () => Promise<unknown>; onClose: () => void };

/** Asks before a test run is deleted, and says what is deleted with it. */
export function DeleteRun({ run, leave, onClose }: Props) {
  const deletion = useDeleteTestRun(useProject().id, run.name, leave);
  const confirm = async () => {
    await deletion.mutateAsync();
    notifications.show({ message: testRunWords.done.deleted(run.name) });
  };
  return (
    <ConfirmDialog
      title={words.deletion.title(run.name)}
      verb={testRunWords.delete}
      typed={run.name}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>{words.deletion.consequence(run)}</p>
      <p>{words.deletion.stays}</p>
    </ConfirmDialog>
  );
}
