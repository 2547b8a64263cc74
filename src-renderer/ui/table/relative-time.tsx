import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '../format.ts';

/** One clock for all times on screen: one timer each would run hundreds of times a second. */
const TICK_MS = 1_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** Shows the time since `date` (ISO 8601), kept up to date, with the exact local time on hover. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  const parsed = new Date(date);
  // With the text as snapshot, a row is drawn again only when its text changes.
  const text = useSyncExternalStore(subscribe, () => relativeTime(parsed, now));
  return (
    <time dateTime={date} title={exactTime(parsed)} className={className}>
      {text}
    </time>
  );
}
