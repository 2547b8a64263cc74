import { ActionIcon, Button } from '@mantine/core';
import { IconEraser, IconKeyboard, IconPlayerPause, IconPlayerPlay, IconPlugConnected } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusChip, type Tone } from '../../ui/feedback/status-chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Tip } from '../../ui/lazy/tip.tsx';
import classes from './live.module.css';
import type { Tail } from './tail.ts';
import { useTailPart } from './use-tail.ts';
import { liveWords } from './words.ts';

type Props = {
  tail: Tail;
  isCleared: boolean;
  filter: ReactNode;
  views: ReactNode;
  testRun: ReactNode;
  onPause: () => void;
  onClear: () => void;
  onUnclear: () => void;
  onConnect: () => void;
  onKeys: () => void;
};

export function LiveToolbar(props: Props) {
  const { tail, isCleared, filter, views, testRun, onPause, onClear, onUnclear, onConnect, onKeys } = props;
  const paused = useTailPart(tail, ({ buffer }) => buffer.paused);
  const backlogCount = useTailPart(tail, ({ buffer }) => buffer.backlogCount);
  return (
    <header className={classes.toolbar}>
      <h1 className={classes.title}>{liveWords.toolbar.title}</h1>
      <TailStateChip tail={tail} paused={paused} backlogCount={backlogCount} />
      {filter}
      {views}
      {testRun}
      <Button
        variant={paused ? 'filled' : 'default'}
        leftSection={paused ? <Icon of={IconPlayerPlay} /> : <Icon of={IconPlayerPause} />}
        onClick={onPause}
      >
        {paused
          ? backlogCount > 0
            ? liveWords.toolbar.resumeNew(backlogCount)
            : liveWords.toolbar.resume
          : liveWords.toolbar.pause}
      </Button>
      <Button variant="default" leftSection={<Icon of={IconEraser} />} onClick={onClear}>
        {liveWords.toolbar.clear}
      </Button>
      {isCleared && (
        <Button variant="default" onClick={onUnclear}>
          {liveWords.toolbar.showEarlier}
        </Button>
      )}
      <Tip label={liveWords.toolbar.connect}>
        <ActionIcon variant="default" size={30} aria-label={liveWords.toolbar.connect} onClick={onConnect}>
          <Icon of={IconPlugConnected} size={16} />
        </ActionIcon>
      </Tip>
      <Tip label={liveWords.toolbar.keys}>
        <ActionIcon variant="default" size={30} aria-label={liveWords.toolbar.keysLabel} onClick={onKeys}>
          <Icon of={IconKeyboard} size={16} />
        </ActionIcon>
      </Tip>
    </header>
  );
}

type Backlog = Pick<Tail['buffer'], 'paused' | 'backlogCount'>;

function TailStateChip({ tail, ...backlog }: Backlog & { tail: Tail }) {
  const state = useTailPart(tail, (tail) => tail.state);
  const isFollowing = useTailPart(tail, (tail) => tail.isFollowing);
  if (state.kind === 'lost') {
    return (
      <span className={classes.state}>
        <StatusChip tone="danger">{liveWords.toolbar.reconnecting}</StatusChip>
        <button type="button" className={classes.link} onClick={() => tail.retryNow()}>
          {liveWords.toolbar.retry}
        </button>
      </span>
    );
  }
  const [tone, text] = stateWords(state.kind, backlog, isFollowing);
  return (
    <span className={classes.state}>
      <StatusChip tone={tone}>{text}</StatusChip>
    </span>
  );
}

function stateWords(
  kind: Tail['state']['kind'],
  { paused, backlogCount }: Backlog,
  isFollowing: boolean,
): [Tone, string] {
  if (kind === 'refused') return ['danger', liveWords.toolbar.stopped];
  if (paused)
    return ['warning', backlogCount > 0 ? liveWords.toolbar.newWhilePaused(backlogCount) : liveWords.toolbar.paused];
  if (kind === 'live' && !isFollowing) return ['neutral', liveWords.toolbar.scrolledAway];
  return kind === 'live' ? ['ok', liveWords.toolbar.following] : ['neutral', liveWords.toolbar.loading];
}
