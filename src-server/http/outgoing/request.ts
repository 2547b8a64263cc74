import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';

/** `text`: the start of the body. */
export type OutgoingAnswer = { statusCode: number; headers: IncomingHttpHeaders; text: string };

const laterStatuses: readonly number[] = [408, 425, 429, 503];

/** Reports whether an answer asks for the same request later. */
export const asksForLater = (statusCode: number): boolean => laterStatuses.includes(statusCode);

type Options = {
  headers: Record<string, string>;
  lookup: LookupFunction;
  /** For the whole answer. */
  timeoutMs: number;
  /** Maximum bytes of the answer that are read. */
  maxAnswer: number;
  closing: AbortSignal;
  /** Reuses connections; default: one per request. */
  agent?: Agent;
};

/** A request without a full answer. */
export class NoAnswer extends Error {
  readonly isTimeout: boolean;

  constructor(message: string, isTimeout: boolean) {
    super(message);
    this.isTimeout = isTimeout;
  }
}

/** Posts to a URL without following redirects. Rejects with NoAnswer, also when it is aborted. */
export const post = (url: URL, options: Options & { body: string | Buffer }): Promise<OutgoingAnswer> =>
  request(url, 'POST', options);

/** Reads a URL in the same way. */
export const get = (url: URL, options: Options): Promise<OutgoingAnswer> =>
  request(url, 'GET', { ...options, body: undefined });

type Request = Options & { body: string | Buffer | undefined };

async function request(url: URL, method: string, options: Request): Promise<OutgoingAnswer> {
  const { agent } = options;
  try {
    return await requestOnce(url, method, options, agent ?? false);
  } catch (error) {
    // The receiver may close a kept-alive connection just as it is reused.
    if (agent === undefined || !(error instanceof KeptConnectionEnded)) throw error;
    return await requestOnce(url, method, options, false);
  }
}

class KeptConnectionEnded extends NoAnswer {}

function requestOnce(url: URL, method: string, options: Request, agent: Agent | false): Promise<OutgoingAnswer> {
  const { headers, body, lookup, timeoutMs, maxAnswer, closing } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(
      url,
      {
        method,
        headers: { 'User-Agent': 'Benchtop', ...lengthOf(body), ...headers },
        lookup,
        agent,
        signal: AbortSignal.any([timeout, closing]),
      },
      (response) => {
        readAnswer(response, maxAnswer).then(resolve, failed);
      },
    );
    const failed = (error: Error & { code?: string }) => {
      if (timeout.aborted) return reject(new NoAnswer(`No answer in ${timeoutMs / 1000} seconds.`, true));
      const isKept = sent.reusedSocket && error.code === 'ECONNRESET' && !closing.aborted;
      reject(new (isKept ? KeptConnectionEnded : NoAnswer)(reasonOf(error), false));
    };
    sent.on('error', failed);
    sent.end(body);
  });
}

const lengthOf = (body: Request['body']) => (body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) });

async function readAnswer(response: IncomingMessage, maxAnswer: number): Promise<OutgoingAnswer> {
  const { statusCode = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  if (maxAnswer > 0) {
    for await (const chunk of response) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= maxAnswer) break;
    }
  }
  // Also closes the connection if the answer was not read.
  if (!response.readableEnded) response.destroy();
  return { statusCode, headers, text: Buffer.concat(chunks).toString('utf8', 0, maxAnswer) };
}

/** Reasons for errors that Node words in its own terms. */
const reasons: Record<string, string | undefined> = {
  EPROTO: 'The server does not speak TLS at this port',
  ECONNRESET: 'The connection ended before the answer was complete',
  EPIPE: 'The connection ended before the request was complete',
  ECONNREFUSED: 'No server listens at this address and port',
  ENOTFOUND: 'The host name is unknown',
  EAI_AGAIN: 'The host name could not be looked up',
};

function reasonOf(error: Error & { code?: string }): string {
  const reason = error.code?.startsWith('HPE_') ? 'The answer is not HTTP' : reasons[error.code ?? ''];
  if (reason !== undefined) return `${reason} (${error.code}).`;
  const text = error.message === '' ? (error.code ?? 'The request failed') : error.message;
  return `${text.slice(0, 300)}.`.replace(/\.\.$/, '.');
}
