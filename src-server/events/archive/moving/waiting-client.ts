import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { noteWaited } from '../../../core/clock.ts';
import { ArchiveUnreadable } from '../../../core/errors/archive-unreadable.ts';
import type { ArchiveSettings } from '../archive-settings.ts';
import type { Answer, ArchiveQuestion, ThreadData } from './answer-questions.ts';

/** Longer than the thread waits for a server. */
const answerMs = 25_000;

/**
 * Asks the archive for a thread that reads SQLite and cannot go on without the answer: that thread stands still until it is there.
 * Another one asks the server. After a failure nothing is asked before the other thread has seen the archive answer again: each
 * question would make every read wait.
 */
export class WaitingClient {
  readonly #file: URL;
  readonly #settings: ArchiveSettings;
  readonly #probe: string;
  #thread: { worker: Worker; port: MessagePort; answered: Int32Array } | undefined;
  #failure: ArchiveUnreadable | undefined;

  /** Creates the client. `file`: a module that calls `answerQuestions`. `probe`: a cheap question that each server has to answer. */
  constructor(file: URL, settings: ArchiveSettings, probe: string) {
    this.#file = file;
    this.#settings = settings;
    this.#probe = probe;
  }

  /** Returns the rows of a question. Throws ArchiveUnreadable. */
  query<Row>(sql: string): Row[] {
    this.#thread ??= this.#start();
    const { port, answered } = this.#thread;
    if (this.#failure !== undefined && receiveMessageOnPort(port) === undefined) throw this.#failure;
    this.#failure = undefined;
    Atomics.store(answered, 0, 0);
    const askedAt = performance.now();
    port.postMessage({ sql, isProbe: false } satisfies ArchiveQuestion);
    Atomics.wait(answered, 0, 0, answerMs);
    noteWaited(performance.now() - askedAt);
    const answer: Answer<Row> | undefined = receiveMessageOnPort(port)?.message;
    if (answer !== undefined && 'rows' in answer) return answer.rows;
    throw this.#failed(answer?.error);
  }

  #failed(error?: string): ArchiveUnreadable {
    // One that comes too late must not be taken for that of the next question.
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
    // The question that it does not answer fails.
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      if (this.#thread?.worker !== worker) return;
      this.#thread = undefined;
      this.#failure = undefined;
    });
    return { worker, port, answered };
  }
}
