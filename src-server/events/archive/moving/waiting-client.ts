import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { addWaited } from '../../../core/clock.ts';
import { ArchiveUnreadable } from '../../../core/errors/archive-unreadable.ts';
import type { ArchiveSettings } from '../archive-settings.ts';
import type { ArchiveAnswer, ArchiveQuestion, ThreadData } from './answer-questions.ts';

/** Longer than the other thread waits for a server. */
const answerMs = 25_000;

/**
 * Queries the archive synchronously for a thread that reads SQLite: that thread blocks while another thread queries the server.
 * After a failure it sends no queries until a probe has succeeded, since each failing query would block all reads.
 */
export class WaitingClient {
  readonly #file: URL;
  readonly #settings: ArchiveSettings;
  readonly #probe: string;
  #thread: { worker: Worker; port: MessagePort; answered: Int32Array } | undefined;
  #failure: ArchiveUnreadable | undefined;

  /** Creates the client. `file`: a module that calls `answerQuestions`. `probe`: a cheap query that each server must answer. */
  constructor(file: URL, settings: ArchiveSettings, probe: string) {
    this.#file = file;
    this.#settings = settings;
    this.#probe = probe;
  }

  /** Returns the rows of a query. Throws ArchiveUnreadable. */
  query<Row>(sql: string): Row[] {
    this.#thread ??= this.#start();
    const { port, answered } = this.#thread;
    if (this.#failure !== undefined && receiveMessageOnPort(port) === undefined) throw this.#failure;
    this.#failure = undefined;
    Atomics.store(answered, 0, 0);
    const askedAt = performance.now();
    port.postMessage({ sql, isProbe: false } satisfies ArchiveQuestion);
    Atomics.wait(answered, 0, 0, answerMs);
    addWaited(performance.now() - askedAt);
    const answer: ArchiveAnswer<Row> | undefined = receiveMessageOnPort(port)?.message;
    if (answer !== undefined && 'rows' in answer) return answer.rows;
    throw this.#failed(answer?.error);
  }

  #failed(error?: string): ArchiveUnreadable {
    // A late answer must not be taken for that of the next query.
    if (error === undefined) {
      void this.#thread?.worker.terminate();
      this.#thread = this.#start();
    }
    this.#thread?.port.postMessage({ sql: this.#probe, isProbe: true } satisfies ArchiveQuestion);
    this.#failure = new ArchiveUnreadable(error ?? 'It did not answer in time.');
    return this.#failure;
  }

  #start() {
    const { port1: port, port2 } = new MessageChannel();
    const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: ThreadData = { settings: this.#settings, port: port2, answered };
    const worker = new Worker(this.#file, { workerData, transferList: [port2] });
    worker.unref();
    // The unanswered query fails by its timeout.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#thread?.worker !== worker) return;
      this.#thread = undefined;
      this.#failure = undefined;
    });
    return { worker, port, answered };
  }
}
