import { get } from '../api.ts';
import type { Bench } from '../bench.ts';
import { sampleEvent } from '../payload.ts';
import { type Server, startBenchtop } from '../processes.ts';
import { sendRun } from '../test-run.ts';

const events = 10_000;

/** Measures how long a comparison of two test runs takes. */
export async function measureDiff(bench: Bench): Promise<void> {
  await using server = await startBenchtop();
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
  await bench.rounds(async () => {
    bench.record('diff', 'two properties differ in every event', await timeOf(server, 'values'));
    bench.record('diff', 'and 1 in 100 events has another name', await timeOf(server, 'order'));
  });
}

async function timeOf({ url }: Server, run: string): Promise<number> {
  const started = performance.now();
  const answer = Object(await get(`${url}/api/projects/@current/diff/?old_test_run=before&new_test_run=${run}`));
  if (answer.is_same !== false) throw new Error('The runs were called the same.');
  return performance.now() - started;
}
