import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import type { Ledger, Parcel } from './ledger.ts';
import type { Context } from './scenario.ts';
import { pause } from './wait.ts';

/** Answers by status; `lost`: requests whose connection ended without one. */
type Counts = { acknowledged: number; unavailable: number; lost: number };

type Traffic = { counts: Counts; stop(): Promise<Counts> };

/** A request without an answer after this many seconds is a hang. */
const answerLimit = 30;

/**
 * Sends parcels from the ledger over `clients` connections until it is stopped. 200 acknowledges; after a 503 or a lost
 * connection the parcel is sent again later; after any other answer `stop` throws.
 */
export function startTraffic({ onEnd }: Pick<Context, 'onEnd'>, url: string, ledger: Ledger, clients = 32): Traffic {
  const counts = { acknowledged: 0, unavailable: 0, lost: 0, unexpected: [] as string[] };
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  let isStopped = false;
  const client = async () => {
    while (!isStopped) {
      const parcel = ledger.next();
      const answer = await post(agent, url, parcel);
      note(answer, parcel, counts, ledger);
      if (answer === null) await pause(20);
      else if (answer.status !== 200) await pause(50);
    }
  };
  const running = Promise.all(Array.from({ length: clients }, client));
  const stop = async () => {
    isStopped = true;
    await running;
    agent.destroy();
    assert.deepEqual(counts.unexpected.slice(0, 3), [], 'answers other than 200 and 503');
    return counts;
  };
  // In case the scenario fails before.
  onEnd(async () => void (await stop()));
  return { counts, stop };
}

/** Sends traffic for a number of milliseconds. */
export async function sendFor(
  context: Pick<Context, 'onEnd'>,
  url: string,
  ledger: Ledger,
  milliseconds: number,
  clients?: number,
): Promise<Counts> {
  const traffic = startTraffic(context, url, ledger, clients);
  await pause(milliseconds);
  return traffic.stop();
}

function note(answer: Answer | null, parcel: Parcel, counts: Counts & { unexpected: string[] }, ledger: Ledger): void {
  if (answer?.status === 200) {
    counts.acknowledged += 1;
    ledger.acknowledge(parcel);
    return;
  }
  ledger.open.push(parcel);
  if (answer === null) counts.lost += 1;
  else if (answer.status === 503) counts.unavailable += 1;
  else counts.unexpected.push(`${answer.status} ${answer.body.slice(0, 200)}`);
}

type Answer = { status: number; body: string };

/** Resolves to null if the connection ends before a complete answer, and to status 0 on a hang. */
function post(agent: Agent, url: string, { path, body }: Parcel): Promise<Answer | null> {
  return new Promise((resolve) => {
    const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) };
    const sending = request(`${url}${path}`, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.once('error', () => resolve(null));
    });
    sending.setTimeout(answerLimit * 1000, () => {
      resolve({ status: 0, body: `no answer to ${path} for ${answerLimit} s` });
      sending.destroy();
    });
    sending.once('error', () => resolve(null));
    sending.end(body);
  });
}
