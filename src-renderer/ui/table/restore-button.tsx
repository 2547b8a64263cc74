import { Button } from '@mantine/core';
import { useGuard } from '../../api/permissions.ts';
import { uiWords } from '../words.ts';

/** Brings back what a row of deleted things is about. */
export function RestoreButton({ name, onRestore }: { name: string; onRestore: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-xs"
      aria-label={uiWords.restoreOf(name)}
      {...useGuard('write')}
      onClick={onRestore}
    >
      {uiWords.restore}
    </Button>
  );
}
