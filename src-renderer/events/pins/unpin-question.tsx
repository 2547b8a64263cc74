import { ConfirmDialog } from '../../ui/form/confirm-dialog.tsx';
import { words } from './words.ts';

type Props = { title: string; onUnpin: () => void; onClose: () => void };

/** Asks before the pin of a deleted event is removed with its note: neither could be restored. */
export function UnpinQuestion({ title, onUnpin, onClose }: Props) {
  return (
    <ConfirmDialog
      title={words.unpinTitle(title)}
      verb={words.unpin}
      onConfirm={async () => onUnpin()}
      onClose={onClose}
    >
      <p>{words.notRestored}</p>
    </ConfirmDialog>
  );
}
