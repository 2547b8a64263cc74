import { useGuard } from '../../api/permissions.ts';
import { uiWords } from '../words.ts';
import { RowButton } from './row-button.tsx';

/** Brings back what a row of deleted things is about. */
export function RestoreButton({ name, onRestore }: { name: string; onRestore: () => void }) {
  return (
    <RowButton aria-label={uiWords.restoreOf(name)} {...useGuard('edit_definitions')} onClick={onRestore}>
      {uiWords.restore}
    </RowButton>
  );
}
