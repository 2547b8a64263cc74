import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { OpenApiDocument } from '../../../src-server/http/description/openapi.ts';
import type { ServerProcess } from '../../../src-server/testing/process.ts';
import { type Observer, observe } from '../fuzz/definitions.ts';
import { curlOf, type FuzzRequest, tryOut } from '../fuzz/exchange.ts';
import { managementOperations, managementRequest } from '../fuzz/management.ts';
import { sdkRequest } from '../fuzz/sdk.ts';
import type { Random } from '../random.ts';
import { sendSampleData } from '../sample-data.ts';
import type { Context, Scenario } from '../scenario.ts';
import { ask, personalKey, projectKey } from '../server-process.ts';

/** Requests, half to each kind of endpoint; new servers take over in between, so that earlier data does not slow later requests. */
const requests = { ci: 20_000, full: 200_000 };
const perServer = 10_000;

type Next = (random: Random) => FuzzRequest;

/** Every management endpoint of the server's own OpenAPI document. */
export const fuzzManagement: Scenario = {
  name: 'fuzz-management',
  seconds: { ci: 40, full: 900 },
  run: (context) =>
    fuzz(context, async ({ url }) => {
      const document = (await ask(url, '/api/schema/')) as OpenApiDocument;
      const operations = managementOperations(document);
      return (random) => managementRequest(document, random.pick(operations), random);
    }),
};

/** Every public endpoint, from what SDKs send. */
export const fuzzPublic: Scenario = {
  name: 'fuzz-public',
  seconds: { ci: 40, full: 900 },
  run: (context) => fuzz(context, async () => sdkRequest),
};

async function fuzz(context: Context, prepare: (server: ServerProcess) => Promise<Next>): Promise<{ figures: string }> {
  const { isFull, folder, start, onEnd } = context;
  const total = (isFull ? requests.full : requests.ci) / 2;
  const tally: Tally = { answers: new Map(), compared: 0, slowest: 0, problems: [] };
  for (let done = 0; done < total; done += perServer) {
    const dataDir = folder();
    const server = await start({ dataDir });
    await sendSampleData(server.url, projectKey, personalKey);
    const observer = observe(dataDir);
    onEnd(() => observer.close());
    const next = await prepare(server);
    await fuzzServer(context.random, server, observer, next, Math.min(perServer, total - done), tally);
    assert.ok(server.isRunning, `The server ended:\n${server.stderr.slice(-2000)}`);
    await server.end('SIGTERM');
  }
  assert.equal(tally.problems.length, 0, tally.problems.join('\n'));
  const answers = [...tally.answers].toSorted(([a], [b]) => a - b);
  const accepted = answers.reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0);
  assert.ok(
    accepted > total / 10,
    `Only ${accepted} of ${total} were accepted: the fuzz no longer reaches the handlers.`,
  );
  const statuses = answers.map(([status, count]) => `${count} × ${status}`).join(', ');
  const slowest = `slowest ${Math.round(tally.slowest)} ms`;
  return { figures: `${total} requests, 0 × 5xx, ${slowest}, ${tally.compared} refused ones compared: ${statuses}` };
}

type Tally = { answers: Map<number, number>; compared: number; slowest: number; problems: string[] };

/** Sends one request at a time, so that changes and times can be attributed. */
async function fuzzServer(
  random: Random,
  { url }: ServerProcess,
  observer: Observer,
  next: Next,
  count: number,
  tally: Tally,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let number = 0; number < count && tally.problems.length < 5; number++) {
    const request = next(random);
    const isCompared = request.method !== 'GET' && random.chance(0.3);
    const before = isCompared ? stateOf(request, observer) : '';
    const { answer, problem } = await tryOut(agent, url, request);
    if (problem !== null) tally.problems.push(`${problem}\n${curlOf(url, request).slice(0, 6000)}`);
    if (answer === null) continue;
    tally.answers.set(answer.status, (tally.answers.get(answer.status) ?? 0) + 1);
    tally.slowest = Math.max(tally.slowest, answer.ms);
    if (!isCompared || answer.status < 400) continue;
    tally.compared += 1;
    if (stateOf(request, observer) !== before) {
      tally.problems.push(
        `refused with ${answer.status}, yet something was written\n${curlOf(url, request).slice(0, 6000)}`,
      );
    }
  }
  agent.destroy();
}

const stateOf = ({ path }: FuzzRequest, observer: Observer) =>
  path.startsWith('/api/') ? observer.definitions() : observer.captured();
