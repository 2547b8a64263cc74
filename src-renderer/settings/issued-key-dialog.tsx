import { Button, Modal } from '@mantine/core';
import type { IssuedPersonalKey } from '#server/projects/contract.ts';
import { CopyButton } from '../ui/feedback/copy-button.tsx';
import dialog from '../ui/form/dialog.module.css';

/** The only time that a personal key can be read: the server keeps its hash alone. */
export function IssuedKeyDialog({ issued, onClose }: { issued: IssuedPersonalKey; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Copy ${issued.name} now`}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={dialog.dialog}>
        <div className={dialog.body}>
          <p>This is the only time the key is shown. Benchtop keeps its fingerprint, not the key.</p>
        </div>
        <div className={dialog.secret}>
          <code>{issued.value}</code>
          <CopyButton value={issued.value} label="personal key" />
        </div>
        <div className={dialog.buttons}>
          <Button onClick={onClose}>I have copied it</Button>
        </div>
      </div>
    </Modal>
  );
}
