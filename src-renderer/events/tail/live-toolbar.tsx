import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconEraser, IconKeyboard, IconPlayerPause, IconPlayerPlay, IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusChip, type Tone } from '../../ui/feedback/status-chip.tsx';
import { formatCount } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './live.module.css';
import type { Tail } from './tail.ts';
import { useTailVersion } from './use-tail.ts';

type Props = {
  tail: Tail;
  isCleared: boolean;
  filter: ReactNode;
  views: ReactNode;
  onPause: () => void;
  onClear: () => void;
  onUnclear: () => void;
  onConnect: () => void;
  onKeys: () => void;
};

export function LiveToolbar({ tail, isCleared, filter, views, onPause, onClear, onUnclear, onConnect, onKeys }: Props) {
  useTailVersion(tail);
  const { paused, backlogCount } = tail.buffer;
  return (
    <header className={classes.toolbar}>
      <h1 className={classes.title}>Live</h1>
      <TailStateChip tail={tail} />
      {filter}
      {views}
      <Button
        variant={paused ? 'filled' : 'default'}
        leftSection={paused ? <Icon of={IconPlayerPlay} /> : <Icon of={IconPlayerPause} />}
        onClick={onPause}
      >
        {paused ? (backlogCount > 0 ? `Resume, ${formatCount(backlogCount)} new` : 'Resume') : 'Pause'}
      </Button>
      {isCleared ? (
        <Button variant="default" onClick={onUnclear}>
          Show earlier
        </Button>
      ) : (
        <Button variant="default" leftSection={<Icon of={IconEraser} />} onClick={onClear}>
          Clear
        </Button>
      )}
      <Tooltip label="Connect an app">
        <ActionIcon variant="default" size={30} aria-label="Connect an app" onClick={onConnect}>
          <Icon of={IconPlugConnected} size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Keys (?)">
        <ActionIcon variant="default" size={30} aria-label="Keyboard keys" onClick={onKeys}>
          <Icon of={IconKeyboard} size={16} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}

function TailStateChip({ tail }: { tail: Tail }) {
  const { state, buffer } = tail;
  if (state.kind === 'lost') {
    return (
      <span className={classes.state}>
        <StatusChip tone="danger">Reconnecting</StatusChip>
        <button type="button" className={classes.link} onClick={() => tail.retryNow()}>
          Retry now
        </button>
      </span>
    );
  }
  const [tone, words] = stateWords(state.kind, buffer);
  return (
    <span className={classes.state}>
      <StatusChip tone={tone}>{words}</StatusChip>
    </span>
  );
}

function stateWords(kind: Tail['state']['kind'], { paused, backlogCount }: Tail['buffer']): [Tone, string] {
  if (kind === 'refused') return ['danger', 'Stopped'];
  if (paused) return ['warning', backlogCount > 0 ? `${formatCount(backlogCount)} new while paused` : 'Paused'];
  return kind === 'live' ? ['ok', 'Following'] : ['neutral', 'Loading'];
}
