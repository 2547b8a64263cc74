import { Worker } from 'node:worker_threads';
import { openReader } from '../open.ts';
import { checkThoroughly, type Damage } from '../page-check.ts';
import { endOf, loadedMessage, loadSqlite } from '../thread.ts';
import type { CopyReason, StorageCopy } from './contract.ts';
import { allPages, makeCopy } from './copy.ts';

/** Long work on the whole database, in a thread of its own. */
type Task = { kind: 'copy'; dataDir: string; reason: CopyReason; now: number } | { kind: 'check'; dataDir: string };
type Result = { copy: StorageCopy } | { damage: Damage | null };

/** Runs in the thread. */
export async function runStorageTask(task: Task): Promise<Result> {
  loadSqlite();
  if (task.kind === 'check') return { damage: checkThoroughly(task.dataDir) };
  const { dataDir, reason, now } = task;
  const database = openReader(dataDir);
  try {
    // In one step: a copy starts over when another connection writes between two steps.
    return { copy: await makeCopy(database, dataDir, { reason, now, pageBatchSize: allPages }) };
  } finally {
    database.close();
  }
}

/** Runs tasks in threads, one at a time, and ends them with the server. */
export class StorageTasks {
  readonly #file: URL;
  #last: Promise<unknown> = Promise.resolve();
  #end: () => Promise<unknown> = () => Promise.resolve();
  #isClosed = false;

  /** Creates the tasks. `file`: the module that calls `runStorageTask`. */
  constructor(file: URL) {
    this.#file = file;
  }

  copy(dataDir: string, reason: CopyReason, now: number): Promise<StorageCopy> {
    return this.#queue<{ copy: StorageCopy }>({ kind: 'copy', dataDir, reason, now }).then(({ copy }) => copy);
  }

  /** Returns the damage of the database; null without any. */
  check(dataDir: string): Promise<Damage | null> {
    return this.#queue<{ damage: Damage | null }>({ kind: 'check', dataDir }).then(({ damage }) => damage);
  }

  /** Ends the running task; waiting ones reject. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    await this.#last.catch(() => {});
  }

  #queue<Answer extends Result>(task: Task): Promise<Answer> {
    const result = this.#last.catch(() => {}).then(() => this.#run<Answer>(task));
    this.#last = result.catch(() => {});
    return result;
  }

  #run<Answer extends Result>(task: Task): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('the server is closing'));
      const worker = new Worker(this.#file, { workerData: task });
      this.#end = endOf(worker);
      worker.on('message', (message: Answer | typeof loadedMessage) => {
        if (message !== loadedMessage) resolve(message);
      });
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended before its work')));
    });
  }
}
