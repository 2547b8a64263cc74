import { useEffect, useRef, useState } from 'react';
import classes from './live.module.css';
import type { Tail } from './tail.ts';
import type { TailRow } from './tail-row.ts';
import { liveWords } from './words.ts';

const EVERY_MS = 5_000;

/** Announces the number of arrivals every few seconds, because announcing each would never end. */
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
    <div className={classes.unseen} role="status" aria-label={liveWords.announcer.label}>
      {text}
    </div>
  );
}

/** Returns "12 new events, 1 dropped". */
export function arrivalSummary(rows: readonly Pick<TailRow, 'status'>[]): string {
  const count = (status: TailRow['status']) => rows.filter((row) => row.status === status).length;
  const parts = [liveWords.announcer.arrived(rows.length)];
  if (count('dropped') > 0) parts.push(liveWords.announcer.dropped(count('dropped')));
  if (count('rejected') > 0) parts.push(liveWords.announcer.rejected(count('rejected')));
  return parts.join(', ');
}
