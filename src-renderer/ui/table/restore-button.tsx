import { useGuard } from '../../api/permissions.ts';
import { uiWords } from '../words.ts';
import { RowButton } from './row-button.tsx';

/** Restores the deleted thing of a row. */
export function RestoreButton({ name, onRestore }: { name: string; onRestore: () => void }) {
  return (
    <RowButton aria-label={uiWords.restoreOf(name)} {...useGuard('edit_definitions')} onClick={onRestore}>
      {uiWords.restore}
    </RowButton>
  );
}
