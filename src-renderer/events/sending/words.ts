import type { SenderState } from '#server/events/sending/sending-contract.ts';
import type { Tone } from '../../ui/feedback/status-chip.tsx';
import { countEvents } from '../../ui/words.ts';

/** Formats a count; `isComplete` is false if there are more. */
export const countedEvents = (count: number, isComplete: boolean) =>
  isComplete ? countEvents(count) : `More than ${countEvents(count)}`;

export const busyAdvice = 'No action needed: the next attempt follows.';

export const senderStates = {
  off: { label: 'Off', tone: 'neutral', sentence: 'Nothing is sent, and no event waits.' },
  paused: { label: 'Paused', tone: 'warning', sentence: 'Nothing is sent. Events wait until you resume.' },
  preparing: { label: 'Preparing', tone: 'info', sentence: 'Events wait until ClickHouse has been checked.' },
  idle: { label: 'Up to date', tone: 'ok', sentence: 'No event waits.' },
  sending: { label: 'Sending', tone: 'info', sentence: 'Events are on their way.' },
  waiting: {
    label: 'Waiting to retry',
    tone: 'warning',
    sentence: 'The last attempt failed. Events wait for the next one.',
  },
  refused: {
    label: 'Refused',
    tone: 'danger',
    sentence: 'The receiver accepts no events. They wait until you fix the cause.',
  },
} satisfies Record<SenderState, { label: string; tone: Tone; sentence: string }>;

export const senderWords = {
  title: 'State',
  waiting: 'Waiting',
  lag: 'Oldest arrived',
  none: 'No event waits',
  sent: 'Sent',
  lastSent: 'Last sent',
  never: 'Never',
  error: 'Last error',
  next: 'Next attempt',
  setAside: 'Set aside',
  retry: 'Retry now',
  retryVerb: 'retry',
  /** Completed by "3 min ago". */
  since: 'oldest event',
};
