import { Button } from '@mantine/core';
import { IconRepeat } from '@tabler/icons-react';
import { useState } from 'react';
import { useGuard } from '../../api/permissions.ts';
import { Icon } from '../../ui/icon.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { replayWords } from './words.ts';

/** Opens the dialog that replays a recording in any test run. */
export function ReplayButton() {
  const guard = useGuard('write');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<Icon of={IconRepeat} />} {...guard} onClick={() => setOpen(true)}>
        {replayWords.open}
      </Button>
      {isOpen && <ReplayDialog testRun="" onClose={() => setOpen(false)} />}
    </>
  );
}
