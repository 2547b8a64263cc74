import { Worker } from 'node:worker_threads';
import { openReader } from '../open.ts';
import { checkThoroughly, type Damage } from '../page-check.ts';
import type { CopyReason, StorageCopy } from './contract.ts';
import { allPages, makeCopy } from './copy.ts';

/** Work on the whole database, which takes long and runs in a thread of its own. */
type Task = { kind: 'copy'; dataDir: string; reason: CopyReason; now: number } | { kind: 'check'; dataDir: string };
type Result = { copy: StorageCopy } | { damage: Damage | null };

/** Runs in the thread. */
export async function runStorageTask(task: Task): Promise<Result> {
  if (task.kind === 'check') return { damage: checkThoroughly(task.dataDir) };
  const { dataDir, reason, now } = task;
  const database = openReader(dataDir);
  try {
    // In one step: the copy starts anew when another connection writes between two.
    return { copy: await makeCopy(database, dataDir, { reason, now, pageBatchSize: allPages }) };
  } finally {
    database.close();
  }
}

/** Runs tasks in threads, one at a time, and ends them with the server. */
export class StorageTasks {
  readonly #file: URL;
  #last: Promise<unknown> = Promise.resolve();
  #worker: Worker | undefined;
  #isClosed = false;

  /** `file` is the module that calls `runStorageTask`. */
  constructor(file: URL) {
    this.#file = file;
  }

  copy(dataDir: string, reason: CopyReason, now: number): Promise<StorageCopy> {
    return this.#queue<{ copy: StorageCopy }>({ kind: 'copy', dataDir, reason, now }).then(({ copy }) => copy);
  }

  /** What is wrong with the database; null when nothing is. */
  check(dataDir: string): Promise<Damage | null> {
    return this.#queue<{ damage: Damage | null }>({ kind: 'check', dataDir }).then(({ damage }) => damage);
  }

  /** Ends what is running; what waited rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
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
      this.#worker = worker;
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error('the thread ended before its work')));
    });
  }
}
