import { Button, Popover } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { maxRecorded, useDownloadRecording } from '../../test-runs/replay/download-recording.ts';
import { replayWords } from '../../test-runs/replay/words.ts';
import { Icon } from '../../ui/icon.tsx';
import layout from '../../ui/layout.module.css';
import { Anchor } from '../../ui/lazy/anchor.tsx';
import type { LazyOverlay } from '../../ui/lazy/use-lazy-overlay.ts';
import { useOpened } from '../../ui/lazy/use-opened.ts';
import classes from './record-filter.module.css';
import { words } from './words.ts';

type Props = {
  overlay: LazyOverlay;
  /** Events that the recording would have; undefined until they are counted. */
  count: number | undefined;
  isComplete: boolean;
  /** What is recorded, as `GET recording/` takes it. */
  query: Record<string, string>;
  onReading: (isReading: boolean) => void;
};

export function RecordPanel({ overlay, count, isComplete, query, onReading }: Props) {
  const { id, target, isOpen, onChange } = overlay;
  const download = useDownloadRecording();
  const record = async () => {
    onChange(false);
    onReading(true);
    await download(query);
    onReading(false);
  };
  const isRecordable = count !== undefined && count > 0 && count <= maxRecorded.events;
  return (
    <Popover id={id} opened={useOpened(isOpen)} onChange={onChange} position="top-end" width={320} trapFocus>
      <Popover.Target>
        <Anchor target={target} />
      </Popover.Target>
      <Popover.Dropdown className={layout.stack}>
        <p className={classes.count}>{count !== undefined && words.contains(count, isComplete)}</p>
        <Button leftSection={<Icon of={IconDownload} />} disabled={!isRecordable} onClick={() => void record()}>
          {replayWords.download}
        </Button>
        <p className={classes.note}>{words.bounds(maxRecorded)}</p>
        <p className={classes.note}>{words.single}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
