import { setTimeout as pause } from 'node:timers/promises';
import type { MessagePort } from 'node:worker_threads';
import type { ArchiveSettings } from '../archive-settings.ts';
import { openConnection } from '../clickhouse/connection.ts';
import { toSendError } from '../clickhouse/send-error.ts';

/** `answered`: one element, which is set to 1 and notified after each answer. */
export type ThreadData = { settings: ArchiveSettings; port: MessagePort; answered: Int32Array };
/** `isProbe`: repeated until the archive answers. */
export type ArchiveQuestion = { sql: string; isProbe: boolean };
export type ArchiveAnswer<Row> = { rows: Row[] } | { error: string };

const requestTimeoutMs = 20_000;
const reprobeMs = 3000;

/** Runs in a thread of its own: answers one question after the other. */
export function answerQuestions({ settings, port, answered }: ThreadData): void {
  const connection = openConnection(settings, { isClosed: () => false, requestTimeoutMs });
  const ask = async (sql: string): Promise<ArchiveAnswer<unknown>> => {
    try {
      return { rows: await (await connection).query(sql) };
    } catch (error) {
      return { error: toSendError(error).detail };
    }
  };
  port.on('message', async ({ sql, isProbe }: ArchiveQuestion) => {
    let answer = await ask(sql);
    while (isProbe && 'error' in answer) {
      await pause(reprobeMs);
      answer = await ask(sql);
    }
    port.postMessage(answer);
    // No thread waits for a probe.
    if (isProbe) return;
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });
}
