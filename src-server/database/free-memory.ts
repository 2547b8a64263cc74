import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Database } from './open.ts';
import type { Writer } from './writer.ts';

const idleMs = 60_000;
/** A start leaves 14 MiB of garbage. */
const startedMs = 1000;

/** Frees the garbage of the start soon after it. */
export const freeAfterStart = (): void => void setTimeout(collectGarbage, startedMs).unref();

/** Frees memory when nothing was stored for a while: the cached pages of the connection, and JavaScript's garbage. */
export function freeWhileIdle(database: Database, writer: Writer): void {
  const free = () => {
    if (!database.open) return;
    database.pragma('shrink_memory');
    collectGarbage();
  };
  const timer = setTimeout(free, idleMs).unref();
  writer.join({ committed: () => void timer.refresh() });
}

/** Blocks the thread for some 30 ms. Only this makes V8 return the young generation that a start or a load enlarged. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: NodeJS.GCFunction = runInNewContext('gc');
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
