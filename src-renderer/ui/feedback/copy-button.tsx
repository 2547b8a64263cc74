import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { Icon } from '../icon.tsx';
import { Tip } from '../lazy/tip.tsx';
import looks from '../text.module.css';
import { uiWords } from '../words.ts';
import classes from './copy-button.module.css';

/** Copies `value`, or what it returns. `label` names it ("address"), for the tooltip and for assistive tools. */
export function CopyButton({ value, label }: { value: string | (() => string); label: string }) {
  const clipboard = useClipboard({ timeout: 1500 });
  const failure = clipboard.error === null ? '' : uiWords.copyFailed;
  const outcome = clipboard.copied ? uiWords.copied : failure;
  return (
    <span className={classes.copy}>
      <Tip label={outcome || uiWords.copy(label)}>
        <ActionIcon
          size="sm"
          c="dimmed"
          aria-label={uiWords.copy(label)}
          onClick={() => clipboard.copy(typeof value === 'string' ? value : value())}
        >
          {clipboard.copied ? <Icon of={IconCheck} /> : <Icon of={IconCopy} />}
        </ActionIcon>
      </Tip>
      {/* Beside the button: what is within has no role of its own. */}
      <VisuallyHidden role="status">{outcome}</VisuallyHidden>
    </span>
  );
}

/** Shows a monospaced value with its copy button. One that does not fit is cut, and shown whole on hover. */
export function Copyable({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copyable}>
      <span className={`${looks.mono} ${looks.clipped}`} title={value}>
        {value}
      </span>
      <CopyButton value={value} label={label} />
    </span>
  );
}
