import { useEffect, useRef, useState } from 'react';
import classes from './live.module.css';
import type { Tail } from './tail.ts';
import type { TailRow } from './tail-row.ts';

const EVERY_MS = 5_000;

/** Tells screen readers what arrived as a sum every few seconds: a row each would never stop talking. */
export function ArrivalAnnouncer({ tail }: { tail: Tail }) {
  const [text, setText] = useState('');
  const waiting = useRef<TailRow[]>([]);
  useEffect(() => {
    waiting.current = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const say = () => {
      timer = undefined;
      if (waiting.current.length === 0) return;
      setText(arrivalSummary(waiting.current));
      waiting.current = [];
      timer = setTimeout(say, EVERY_MS);
    };
    const unsubscribe = tail.onArrival((rows) => {
      waiting.current.push(...rows);
      timer ??= setTimeout(say, 800);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [tail]);
  return (
    <div className={classes.unseen} role="status" aria-label="New events">
      {text}
    </div>
  );
}

/** "12 new events, 1 dropped". */
export function arrivalSummary(rows: readonly Pick<TailRow, 'status'>[]): string {
  const count = (status: TailRow['status']) => rows.filter((row) => row.status === status).length;
  const parts = [`${rows.length} new ${rows.length === 1 ? 'event' : 'events'}`];
  if (count('dropped') > 0) parts.push(`${count('dropped')} dropped`);
  if (count('rejected') > 0) parts.push(`${count('rejected')} rejected`);
  return parts.join(', ');
}
