import type { ReactNode } from 'react';
import type { SenderStatus } from '#server/events/sending/sender-contract.ts';
import { formatCount } from '../../ui/format.ts';
import { KeyValue } from '../../ui/table/key-value.tsx';
import { RelativeTime } from '../../ui/table/relative-time.tsx';
import classes from './sender-figures.module.css';
import { countedEvents, senderWords } from './words.ts';

type Failure = NonNullable<SenderStatus['error']>;

/** Shows how far a sender of events is, and what stops it. `adviceOn`: what to do after an error, a sentence. */
export function SenderFigures({ status, adviceOn }: { status: SenderStatus; adviceOn(error: Failure): string }) {
  const { waiting, lag_ms: lagMs, sent, set_aside: setAside, last_sent_at: lastSentAt, error } = status;
  const { next_attempt_at: next } = status;
  const count = waiting.count === 0 ? senderWords.none : countedEvents(waiting.count, waiting.is_complete);
  const entries: [label: string, value: ReactNode][] = [[senderWords.waiting, count]];
  if (lagMs !== null) entries.push([senderWords.lag, <Ago key="lag" ms={lagMs} />]);
  entries.push([senderWords.sent, formatCount(sent)]);
  entries.push([
    senderWords.lastSent,
    lastSentAt === null ? senderWords.never : <RelativeTime key="last" date={lastSentAt} />,
  ]);
  if (setAside > 0) entries.push([senderWords.setAside, formatCount(setAside)]);
  if (error !== null) {
    entries.push([
      senderWords.error,
      <span key="error" className={classes.error}>
        {error.detail} {adviceOn(error)}
      </span>,
    ]);
  }
  if (next !== null) entries.push([senderWords.next, <RelativeTime key="next" date={next} />]);
  return <KeyValue entries={entries} />;
}

/** Shows the time `ms` milliseconds ago. */
export const Ago = ({ ms }: { ms: number }) => <RelativeTime date={new Date(Date.now() - ms).toISOString()} />;
