import { Button, Modal } from '@mantine/core';
import type { IssuedPersonalKey } from '#server/projects/contract.ts';
import { CopyButton } from '../../ui/feedback/copy-button.tsx';
import dialog from '../../ui/form/dialog.module.css';
import layout from '../../ui/layout.module.css';
import { uiWords } from '../../ui/words.ts';
import { words } from '../words.tsx';

/** Shows a new personal key once: the server stores only its hash. */
export function IssuedKeyDialog({ issued, onClose }: { issued: IssuedPersonalKey; onClose: () => void }) {
  return (
    <Modal
      opened
      onClose={onClose}
      title={words.issuedKey.title(issued.name)}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': uiWords.close }}
    >
      <div className={layout.wideStack}>
        <div className={dialog.body}>
          <p>{words.issuedKey.shownOnce}</p>
        </div>
        <div className={dialog.secret}>
          <code>{issued.value}</code>
          <CopyButton value={issued.value} label={words.issuedKey.key} />
        </div>
        <div className={dialog.buttons}>
          <Button onClick={onClose}>{words.issuedKey.confirm}</Button>
        </div>
      </div>
    </Modal>
  );
}
