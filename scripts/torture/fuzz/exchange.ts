import { type Agent, request as send } from 'node:http';
import { errorBody } from '../../../src-server/core/contract.ts';

export type FuzzRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
};

export type Answer = { status: number; type: string; text: string; ms: number };

/** Maximum time of an answer, ms; because the machine is shared, only three slow answers in a row are a failure. */
const hangMs = 1000;

/** Sends a request; returns the answer and its problem, null without one. */
export async function tryOut(
  agent: Agent,
  url: string,
  request: FuzzRequest,
): Promise<{ answer: Answer | null; problem: string | null }> {
  // A server may close an idle connection just as the request is sent: only a second loss counts.
  const answer = (await exchange(agent, url, request)) ?? (await exchange(agent, url, request));
  if (answer === null) return { answer, problem: 'no answer: the connection ended' };
  const problem = problemOf(request, answer) ?? (await slowness(agent, url, request, answer.ms));
  return { answer, problem };
}

function problemOf({ method }: FuzzRequest, { status, type, text }: Answer): string | null {
  if (status >= 500) return `${status} ${text.slice(0, 300)}`;
  if (status < 400) return null;
  // The only answer without a body.
  if (status === 405 && method === 'DELETE' && text === '') return null;
  if (!type.startsWith('application/json')) return `${status} is answered as "${type}"`;
  const body = errorBody.strict().safeParse(parsed(text));
  return body.success ? null : `${status} is not in the error shape: ${text.slice(0, 300)}`;
}

async function slowness(agent: Agent, url: string, request: FuzzRequest, first: number): Promise<string | null> {
  let fastest = first;
  for (let again = 0; again < 2 && fastest > hangMs; again++) {
    const answer = await exchange(agent, url, request);
    fastest = Math.min(fastest, answer?.ms ?? 0);
  }
  return fastest > hangMs ? `takes ${Math.round(fastest)} ms, each time` : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns null without a complete answer within 30 s or before the connection ends. */
function exchange(agent: Agent, url: string, { method, path, headers, body }: FuzzRequest): Promise<Answer | null> {
  const { hostname, port } = new URL(url);
  const started = performance.now();
  return new Promise((resolve) => {
    const sending = send({ agent, hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', () => resolve(null));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          text: Buffer.concat(chunks).toString(),
          ms: performance.now() - started,
        }),
      );
    });
    sending.setTimeout(30_000, () => sending.destroy());
    sending.once('error', () => resolve(null));
    sending.end(body);
  });
}

/** Formats the request as a command line. */
export function curlOf(url: string, { method, path, headers, body }: FuzzRequest): string {
  const named = Object.entries(headers).map(([name, value]) => `-H '${name}: ${value}'`);
  const line = ['curl', '-si', '-X', method, ...named, `'${url}${path.replaceAll("'", '%27')}'`];
  if (body === undefined) return line.join(' ');
  return `echo ${body.toString('base64')} | base64 -d | ${[...line, '--data-binary', '@-'].join(' ')}`;
}
