import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dayMs } from '../src-server/core/time.ts';
import { get } from './api.ts';
import { personOf, sampleEvent } from './payload.ts';
import { type Server, startBenchtop, storeVisits } from './processes.ts';
import { machine, table, whole } from './report.ts';
import { sendRun } from './test-run.ts';
import { visitors } from './visits.ts';

/**
 * `node bench/inspector.ts --events 5000000` (after `npm run build`): how long the inspector waits for the newest 100 events of a
 * filter. Prints a section for docs/bench.md.
 */
type Asked = { name: string; limit: number; query(ask: number): Record<string, unknown> };
/** Times in ms. `partial`: of all answers, the share that stopped before they had looked at everything. */
type Answered = { name: string; limit: number; p50: number; p99: number; partial: number };
type InspectorResult = { events: number; answered: Answered[] };

const asks = 100;
const days = 60;
const names = ['$pageview', '$autocapture', 'search performed', 'checkout completed'];
const run = 'nightly';

const someone = (ask: number) => personOf(ask * 7919, visitors);
const pastDay = (ask: number) => {
  const start = Date.now() - (2 + ((ask * 13) % (days - 4))) * dayMs;
  return { date_from: new Date(start).toISOString(), date_to: new Date(start + dayMs).toISOString() };
};
const property = (key: string, value: unknown, type = 'event') => ({
  properties: JSON.stringify([{ key, value, type }]),
});

const asked: Asked[] = [
  { name: 'no filter', limit: 50, query: () => ({}) },
  { name: 'an event name', limit: 50, query: (ask) => ({ event: names[ask % names.length] }) },
  { name: 'a distinct_id', limit: 50, query: (ask) => ({ distinct_id: someone(ask) }) },
  { name: 'a person', limit: 50, query: (ask) => ({ person: someone(ask) }) },
  {
    name: 'a person and an event name',
    limit: 50,
    query: (ask) => ({ person: someone(ask), event: names[ask % names.length] }),
  },
  { name: 'a property that 1 in 4 have', limit: 50, query: () => property('plan', 'team') },
  { name: 'a property that 1 in 50 have', limit: 50, query: (ask) => property('seats', 1 + (ask % 50)) },
  {
    name: 'an event name and a property, 1 in 1,000',
    limit: 50,
    query: (ask) => ({ event: 'search performed', ...property('seats', 1 + (ask % 50)) }),
  },
  { name: 'a property of the person', limit: 50, query: () => property('referrer', 'friend', 'person') },
  { name: 'dropped', limit: 50, query: () => ({ status: 'dropped' }) },
  { name: 'a reason', limit: 50, query: () => ({ status: 'dropped', reason: 'no_distinct_id' }) },
  { name: 'a test run', limit: 50, query: () => ({ test_run: run }) },
  { name: 'a day of the past', limit: 50, query: pastDay },
  {
    name: 'a day of the past and an event name',
    limit: 50,
    query: (ask) => ({ ...pastDay(ask), event: names[ask % names.length] }),
  },
  { name: 'a day before all', limit: 50, query: () => ({ date_to: '2020-01-01' }) },
  { name: 'a text that many have', limit: 300, query: () => ({ search: 'checkout' }) },
  { name: 'a text that few have', limit: 300, query: (ask) => ({ search: someone(ask) }) },
  { name: 'a text that none has', limit: 300, query: () => ({ search: 'no such text' }) },
  { name: 'a property that none has', limit: 300, query: () => property('plan', 'none') },
];

async function measureInspector(events: number, say: (line: string) => void): Promise<InspectorResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'benchtop-inspector-'));
  try {
    await (await startBenchtop(dataDir)).stop();
    const rate = await storeVisits({ dataDir, events, days });
    say(`${events} events stored, ${Math.round(rate)} a second`);
    const server = await startBenchtop(dataDir);
    try {
      await sendRun(
        server,
        run,
        Array.from({ length: 2000 }, (_, index) => (index % 2 === 0 ? sampleEvent(index) : { event: 'lost' })),
      );
      const answered: Answered[] = [];
      for (const one of asked) answered.push(await answersTo(server, one));
      return { events, answered };
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function answersTo({ url }: Server, { name, limit, query }: Asked): Promise<Answered> {
  const times: number[] = [];
  let partial = 0;
  for (let ask = 0; ask < asks; ask++) {
    const given = new URLSearchParams({ limit: '100' });
    for (const [key, value] of Object.entries(query(ask))) given.set(key, String(value));
    const started = performance.now();
    const { next, results } = Object(await get(`${url}/api/projects/@current/events/?${given}`));
    times.push(performance.now() - started);
    if (next !== null && results.length < 100) partial += 1;
  }
  const at = (share: number) => times.toSorted((one, other) => one - other)[Math.ceil(share * asks) - 1] ?? Number.NaN;
  return { name, limit, p50: at(0.5), p99: at(0.99), partial: partial / asks };
}

function inspectorReport({ events, answered }: InspectorResult): string {
  return `
## Inspector

The newest 100 of ${whole(events)} events by ${whole(visitors)} people on ${days} days, ${asks} times each: from asking over HTTP to the
last byte of the answer. A page that looks at very much ends early and says where the next one goes on; those are counted as partial.

${table(
  ['filter', 'p50 ms', 'p99 ms', 'aim', 'partial'],
  answered.map(({ name, limit, p50, p99, partial }) => [
    name,
    p50.toFixed(1),
    p99.toFixed(1),
    `< ${limit} ms ${p99 < limit ? '✓' : '✗'}`,
    partial === 0 ? '' : `${whole(100 * partial)}%`,
  ]),
)}

${machine()}
`;
}

const { events } = parseArgs({ options: { events: { type: 'string', default: '5000000' } } }).values;
console.log(inspectorReport(await measureInspector(Number(events), console.log)));
