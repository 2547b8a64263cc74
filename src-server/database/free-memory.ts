import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import BetterSqlite from 'better-sqlite3';
import type { Database } from './open.ts';
import { restAfterMs } from './reader.ts';
import type { Writer } from './writer.ts';

/** By then the reading thread has ended, unless it was asked something: its memory is returned too. */
const idleMs = restAfterMs.commit + 5000;
/** A start leaves 14 MiB of garbage. */
const startedMs = 1000;

/** Frees the garbage of the start soon after it. */
export const freeAfterStart = (): void => void setTimeout(collectGarbage, startedMs).unref();

/** Frees memory when nothing was stored for a while: cached pages of the connection and JavaScript's garbage. */
export function freeWhileIdle(database: Database, writer: Writer): void {
  const free = () => {
    if (!database.open) return;
    database.pragma('shrink_memory');
    collectGarbage();
    returnFreedBlocks();
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

/**
 * Calls `malloc_trim` of glibc. Until then memory that is free between blocks in use stays resident, such as that of cached pages. Node
 * cannot call it, but SQLite calls any function of a library as the entry point of an extension. It reads its first argument only, as
 * the bytes that the end of the heap keeps.
 */
function returnFreedBlocks(): void {
  if (process.platform !== 'linux') return;
  const caller = new BetterSqlite(':memory:');
  // Its declaration lacks the entry point.
  const load: (file: string, entryPoint: string) => unknown = caller.loadExtension.bind(caller);
  try {
    load('libc.so.6', 'malloc_trim');
  } catch {
    // It returns 1 if it released memory, which SQLite reports as an error. Other C libraries lack it.
  } finally {
    caller.close();
  }
}
