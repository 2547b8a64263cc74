import type { ReactNode } from 'react';
import { formatDateTime } from '#server/core/text/dates-contract.ts';
import { maxKeepDays, minKeepDays, type RetentionHold } from '#server/events/retention/retention-contract.ts';

import { countEvents } from '../../ui/words.ts';

/** Words of how long events are kept. */
export const retentionWords = {
  title: (project: string) => `Old events of ${project}`,
  what: 'How long events are kept',
  choices: { all: 'Keep all', days: 'Delete' },
  choice: 'Old events',
  days: 'Days to keep',
  range: `Enter a whole number from ${minKeepDays} to ${maxKeepDays}.`,
  save: 'Save',
  failed: 'save how long events are kept',
  rules: 'Deletion takes the matches of actions with the events. Events of test runs are deleted with their test run.',
  held: {
    experiment: (name: ReactNode, since: string) => (
      <>
        No event from {formatDateTime(since)} on is deleted as long as results of the experiment {name} need it.
      </>
    ),
    sending: 'Old events stay until the relay, or the archive in ClickHouse, has sent them.',
  } satisfies Record<RetentionHold['reason'], unknown>,
  kept: (days: number | null, isHeld: boolean) =>
    days === null
      ? 'All events are kept.'
      : `${isHeld ? 'Otherwise, events' : 'Events'} that arrived more than ${days} days ago are deleted.`,
  confirm: {
    title: (days: number) => `Delete events after ${days} days?`,
    verb: (days: number) => `Delete after ${days} days`,
    now: (events: number, before: string) =>
      `${countEvents(events)} arrived before ${formatDateTime(before)}. They are deleted now, and cannot be restored.`,
    none: 'No event is deleted now.',
    later: (days: number) => `From then on, once a day, events that arrived more than ${days} days ago are deleted.`,
  },
  isDeleting: (before: string) => `Events that arrived before ${formatDateTime(before)} are being deleted.`,
  deleted: (before: string) => `The last deletion took events that arrived before ${formatDateTime(before)}.`,
  notCounted: (before: string) =>
    `Events that arrived before ${formatDateTime(before)} and were deleted are not counted.`,
};
