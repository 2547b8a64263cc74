import { useSyncExternalStore } from 'react';
import { exactTime, relativeTime } from '../format.ts';

/** One clock for all times on screen: a timer each would wake the window hundreds of times a second. */
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

/** How long ago, kept up to date; the exact local time on hover. `date` is ISO 8601. */
export function RelativeTime({ date, className }: { date: string; className?: string }) {
  const parsed = new Date(date);
  // The text is the snapshot, so that a row is drawn again only when its words change.
  const text = useSyncExternalStore(subscribe, () => relativeTime(parsed, now));
  return (
    <time dateTime={date} title={exactTime(parsed)} className={className}>
      {text}
    </time>
  );
}
