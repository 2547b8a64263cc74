import { Button } from '@mantine/core';
import { IconEraser, IconFilterOff, IconInbox } from '@tabler/icons-react';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { FilterToken } from '../filters/filter-tokens.ts';
import { tokenSentence } from '../filters/filter-words.ts';
import type { LiveStatus } from '../filters/live-search.ts';
import { liveStatusWords } from '../reasons.ts';

type Props = {
  tokens: FilterToken[];
  status: LiveStatus | undefined;
  isCleared: boolean;
  onClearFilter: () => void;
  onUnclear: () => void;
};

/** Why the list is empty though the project has events, and the way back. */
export function NothingHere({ tokens, status, isCleared, onClearFilter, onUnclear }: Props) {
  const conditions = tokens.map(tokenSentence);
  if (status !== undefined) conditions.unshift(`status is ${liveStatusWords[status].toLowerCase()}`);
  if (conditions.length === 0 && !isCleared) {
    return (
      <EmptyState title="No events loaded" icon={IconInbox}>
        <p>An event shows up here as soon as it arrives.</p>
      </EmptyState>
    );
  }
  if (conditions.length === 0) {
    return (
      <EmptyState
        title="Cleared: waiting for what arrives from now on"
        icon={IconEraser}
        action={
          <Button variant="default" onClick={onUnclear}>
            Show earlier events
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={isCleared ? 'Nothing that matches has arrived since you cleared' : 'No event matches'}
      icon={IconFilterOff}
      action={
        <Button variant="default" onClick={onClearFilter}>
          Clear the filter
        </Button>
      }
    >
      <p>The filter: {conditions.join(', and ')}.</p>
      <p>A matching event shows up here as soon as it arrives.</p>
    </EmptyState>
  );
}
