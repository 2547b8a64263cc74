import { Button } from '@mantine/core';
import { IconEraser, IconFilterOff, IconInbox } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../projects/current-project.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { type FilterToken, withToken } from '../filters/filter-tokens.ts';
import { tokenSentence } from '../filters/filter-words.ts';
import type { LiveStatus, SpanMinutes } from '../filters/live-search.ts';
import { seenNamesQuery } from '../queries.ts';
import { liveStatusWords } from '../reason-words.ts';
import classes from './live.module.css';
import { liveWords } from './words.ts';

type Props = {
  tokens: FilterToken[];
  setAt: number;
  status: LiveStatus | undefined;
  isCleared: boolean;
  minutes: SpanMinutes;
  isPaused: boolean;
  onClearFilter: () => void;
  onChange: (tokens: FilterToken[]) => void;
  onAllTime: () => void;
  onUnclear: () => void;
};

/** Explains why the list is empty although the project has events, and what to do. */
export function NothingHere({
  tokens,
  setAt,
  status,
  isCleared,
  minutes,
  isPaused,
  onClearFilter,
  onChange,
  onAllTime,
  onUnclear,
}: Props) {
  const conditions = tokens.map((token) => tokenSentence(token, setAt));
  if (status !== undefined) conditions.unshift(liveWords.empty.status(liveStatusWords[status].toLowerCase()));
  const span = liveWords.arrivals.windows[minutes];
  const allTime = !isCleared && minutes !== 0 && (
    <Button variant="default" onClick={onAllTime}>
      {liveWords.empty.showAll}
    </Button>
  );
  if (conditions.length === 0 && !isCleared) {
    return (
      <EmptyState
        title={minutes === 0 ? liveWords.empty.title : liveWords.empty.notInSpan(span)}
        icon={IconInbox}
        action={allTime}
      >
        <p>{isPaused ? liveWords.empty.paused : liveWords.empty.hint}</p>
      </EmptyState>
    );
  }
  if (conditions.length === 0) {
    return (
      <EmptyState
        title={isPaused ? liveWords.empty.clearedPaused : liveWords.empty.cleared}
        icon={IconEraser}
        action={
          <Button variant="default" onClick={onUnclear}>
            {liveWords.empty.showEarlier}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={isCleared ? liveWords.empty.clearedNoMatch : liveWords.empty.noMatch(span)}
      icon={IconFilterOff}
      action={
        <>
          <Button variant="default" onClick={onClearFilter}>
            {liveWords.empty.clearFilter}
          </Button>{' '}
          {allTime}
        </>
      }
    >
      <p>{liveWords.empty.filter(conditions)}</p>
      <DidYouMean tokens={tokens} onChange={onChange} />
      <p>{isPaused ? liveWords.empty.paused : liveWords.empty.matchHint}</p>
    </EmptyState>
  );
}

/** Offers the event that was probably meant, where the filter names one that was never seen. */
function DidYouMean({ tokens, onChange }: Pick<Props, 'tokens' | 'onChange'>) {
  const project = useProject();
  const named = tokens.flatMap((token) => (token.kind === 'event' ? [token.value] : []))[0] ?? '';
  const { data } = useQuery({ ...seenNamesQuery(project.id, named), enabled: named !== '' });
  const nearest = data?.nearest ?? null;
  if (named === '' || nearest === null || nearest === named) return null;
  return (
    <p>
      {liveWords.empty.neverSeen(named)}{' '}
      <button
        type="button"
        className={classes.link}
        onClick={() => onChange(withToken(tokens, { kind: 'event', value: nearest }))}
      >
        {liveWords.empty.didYouMean(nearest)}
      </button>
    </p>
  );
}
