import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { ArchiveUnreadable } from '../../../core/archive-unreadable.ts';
import { noteWaited } from '../../../core/time.ts';
import type { ArchiveSettings } from '../archive-settings.ts';
import type { Answer, Question, ThreadData } from './answer-questions.ts';

/** Longer than the thread waits for a server. */
const answerMs = 25_000;
/** Ms after a failure in which nothing is asked: each question would make every read wait. */
const restMs = 3000;

/**
 * Asks the archive for a thread that reads SQLite and cannot go on without the answer: that thread stands still until it is there.
 * Another one asks the server.
 */
export class WaitingClient {
  readonly #file: URL;
  readonly #settings: ArchiveSettings;
  #thread: { worker: Worker; port: MessagePort; answered: Int32Array } | undefined;
  #failure: ArchiveUnreadable | undefined;
  #failedAt = 0;

  /** `file`: a module that calls `answerQuestions`. */
  constructor(file: URL, settings: ArchiveSettings) {
    this.#file = file;
    this.#settings = settings;
  }

  /** Returns the rows of a question. Throws ArchiveUnreadable. */
  query<Row>(sql: string): Row[] {
    const askedAt = performance.now();
    if (this.#failure !== undefined && askedAt - this.#failedAt < restMs) throw this.#failure;
    this.#thread ??= this.#start();
    const { port, answered } = this.#thread;
    Atomics.store(answered, 0, 0);
    port.postMessage({ sql } satisfies Question);
    Atomics.wait(answered, 0, 0, answerMs);
    noteWaited(performance.now() - askedAt);
    const answer: Answer<Row> | undefined = receiveMessageOnPort(port)?.message;
    if (answer !== undefined && 'rows' in answer) return answer.rows;
    // One that comes too late must not be taken for that of the next question.
    if (answer === undefined) this.#end();
    this.#failedAt = performance.now();
    this.#failure = new ArchiveUnreadable(answer?.error ?? 'It gave no answer in time.');
    throw this.#failure;
  }

  #start() {
    const { port1: port, port2 } = new MessageChannel();
    const answered = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const workerData: ThreadData = { settings: this.#settings, port: port2, answered };
    const worker = new Worker(this.#file, { workerData, transferList: [port2] });
    worker.unref();
    return { worker, port, answered };
  }

  #end(): void {
    void this.#thread?.worker.terminate();
    this.#thread = undefined;
  }
}
