import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { SendError } from '../events/sending/send-error.ts';
import { portOf } from '../http/guard.ts';
import { addressProblem, lookupFor } from '../http/outgoing/address.ts';
import { NoAnswer, post } from '../http/outgoing/request.ts';
import { type BatchEvent, batchBody } from './batch-body.ts';
import { errorOfAnswer } from './error-of-answer.ts';
import { isOfThisMachine } from './own-address.ts';
import type { RelaySettings } from './relay-store.ts';

const timeoutMs = 30_000;
const maxAnswer = 64 * 1024;
const compress = promisify(gzip);

export type BatchSender = ReturnType<typeof createBatchSender>;

type Options = {
  now(): number;
  /** The port that this server listens on. */
  ownPort: string;
  /** Reports whether the project has a key. */
  isKeyOf(projectId: number, key: string): boolean;
};

export function createBatchSender({ now, ownPort, isKeyOf }: Options) {
  const agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };

  /** Reports whether the events would come back to their project. `resolves`: also by the addresses of a name. */
  async function isLoop(projectId: number, url: URL, apiKey: string, resolves: boolean): Promise<boolean> {
    return portOf(url) === ownPort && isKeyOf(projectId, apiKey) && (await isOfThisMachine(url.hostname, resolves));
  }

  return {
    isLoop,
    /** Resolves with null once the receiver has confirmed all events. Rejects when it is aborted. */
    async send(
      projectId: number,
      { address, api_key: apiKey, allow_local: allowLocal }: RelaySettings,
      events: readonly BatchEvent[],
      closing: AbortSignal,
    ): Promise<SendError | null> {
      const problem = addressProblem(address ?? '', allowLocal, 'address');
      if (address === null || apiKey === null || problem !== null) {
        const detail = problem ?? 'The relay has no key.';
        return { kind: 'not_allowed', statusCode: null, detail };
      }
      const url = batchUrl(address);
      if (await isLoop(projectId, url, apiKey, true)) return { kind: 'loop', statusCode: null, detail: loopSentence };
      const body = await compress(batchBody(apiKey, events), { level: 1 });
      try {
        const answer = await post(url, {
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
          body,
          lookup: lookupFor(allowLocal),
          timeoutMs,
          maxAnswer,
          closing,
          agent: agents[url.protocol as keyof typeof agents],
        });
        return errorOfAnswer(answer, apiKey, now());
      } catch (error) {
        if (closing.aborted || !(error instanceof NoAnswer)) throw error;
        return { kind: error.isTimeout ? 'timeout' : 'unreachable', statusCode: null, detail: error.message };
      }
    },
    /** Ends kept connections. */
    close(): void {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

export const loopSentence =
  'The address and the key are those of this project, so its events would be sent back to it.';

/** Returns the URL of `/batch/` below an address, which may have a path, and may name `/batch/` itself. */
export function batchUrl(address: string): URL {
  const url = new URL(address);
  url.pathname = `${url.pathname.replace(/(?:\/batch)?\/*$/, '')}/batch/`;
  return url;
}
