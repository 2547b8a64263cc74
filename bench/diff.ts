import { get } from './api.ts';
import { sampleEvent } from './payload.ts';
import { type Server, startBenchtop } from './processes.ts';
import { machine, median, table, whole } from './report.ts';
import { sendRun } from './test-run.ts';

/** Times in ms, medians: of two runs whose values differ, and of two whose order differs too. */
type DiffResult = { events: number; values: number; order: number };

const rounds = 5;

/** How long a comparison of two test runs takes. */
export async function measureDiff(events: number): Promise<DiffResult> {
  const server = await startBenchtop();
  try {
    const sent = Array.from({ length: events }, (_, index) => sampleEvent(index));
    const changed = sent.map(({ event, distinct_id, properties }, index) => ({
      event,
      distinct_id,
      properties: { ...properties, seats: index, $session_id: `session ${index}` },
    }));
    const reordered = changed.map((event, index) => (index % 100 === 0 ? { ...event, event: 'another' } : event));
    await sendRun(server, 'before', sent);
    await sendRun(server, 'values', changed);
    await sendRun(server, 'order', reordered);
    return { events, values: await timeOf(server, 'values'), order: await timeOf(server, 'order') };
  } finally {
    await server.stop();
  }
}

async function timeOf({ url }: Server, run: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    const answer = Object(await get(`${url}/api/projects/@current/diff/?old_test_run=before&new_test_run=${run}`));
    times.push(performance.now() - started);
    if (answer.is_same !== false) throw new Error('The runs were called the same.');
  }
  return median(times);
}

export function diffReport({ events, values, order }: DiffResult): string {
  const row = (name: string, ms: number) => [name, `${whole(ms)} ms`, `< 1,000 ms ${ms < 1000 ? '✓' : '✗'}`];
  return `
## Differences

Two test runs of ${whole(events)} events each are compared, ${rounds} times; median, over HTTP.

${table(
  ['', 'measured', 'aim'],
  [row('two properties differ in every event', values), row('and 1 in 100 events has another name', order)],
)}

${machine()}
`;
}
