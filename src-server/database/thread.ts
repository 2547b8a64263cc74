import { parentPort, type Worker } from 'node:worker_threads';
import Database from 'better-sqlite3';

/** The first message of a thread, which says that SQLite is loaded. */
export const loadedMessage = 'loaded';

/** Loads SQLite in this thread; call it before a thread opens databases. */
export function loadSqlite(): void {
  new Database(':memory:').close();
  parentPort?.postMessage(loadedMessage);
}

/**
 * Returns a function that ends a thread once it has loaded: Node aborts the process if a thread ends while it loads a native
 * module.
 */
export function endOf(worker: Worker): () => Promise<unknown> {
  const isLoaded = new Promise((resolve) => worker.once('message', resolve).once('exit', resolve));
  return () => isLoaded.then(() => worker.terminate());
}
