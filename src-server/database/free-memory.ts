import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Database } from './open.ts';
import type { Writer } from './writer.ts';

const idleMs = 60_000;
/** The same for the first time, as a start leaves 14 MiB of garbage. */
const firstIdleMs = 1000;

/** Frees memory when nothing was stored for a while: the cached pages of the connection, and JavaScript's garbage. */
export function freeWhileIdle(database: Database, writer: Writer): void {
  let delay = firstIdleMs;
  let timer: NodeJS.Timeout | undefined;
  const free = () => {
    timer = undefined;
    delay = idleMs;
    if (!database.open) return;
    database.pragma('shrink_memory');
    collectGarbage();
  };
  const used = () => {
    timer ??= setTimeout(free, delay).unref();
    timer.refresh();
  };
  used();
  writer.join({ committed: used });
}

/** Blocks the thread for some 30 ms. Only this makes V8 return the young generation that a start or a load enlarged. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const gc: NodeJS.GCFunction = runInNewContext('gc');
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}
