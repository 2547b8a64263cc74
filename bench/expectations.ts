import { post } from './api.ts';
import { people, personOf, sampleEvent } from './payload.ts';
import { projectKey, startBenchtop } from './processes.ts';
import { machine, median, table, whole } from './report.ts';

/** Times in ms: the first check, which compiles its schemas, the median of those that follow, and from a commit to the answer. */
type ExpectationsResult = {
  events: number;
  rules: number;
  first: number;
  again: number;
  wake: [p50: number, p99: number];
};

const batchSize = 1000;
const checks = 5;
const wakes = 100;

/** A check of 100 rules over the events of a test run, and how soon one that waits is answered. */
export async function measureExpectations(events: number): Promise<ExpectationsResult> {
  const server = await startBenchtop();
  const checkOf = (run: string, wait: number) =>
    `${server.url}/api/projects/@current/test_runs/${run}/check/?wait=${wait}`;
  const send = async (testRun: string, batch: object[]) => {
    const body = JSON.stringify({ api_key: projectKey, batch });
    const { status } = await fetch(`${server.url}/batch/?test_run=${testRun}`, { method: 'POST', body });
    if (status !== 200) throw new Error(`A batch was answered ${status}.`);
  };
  try {
    for (let start = 0; start < events; start += batchSize) {
      const numbers = Array.from({ length: Math.min(batchSize, events - start) }, (_, index) => start + index);
      await send('many', numbers.map(sampleEvent));
    }
    const expectations = rulesOver(events);
    const times: number[] = [];
    for (let index = 0; index <= checks; index++) {
      const started = performance.now();
      const { status } = Object(await post(checkOf('many', 0), { expectations }));
      times.push(performance.now() - started);
      if (status !== 'passed') throw new Error(`The check ${status}.`);
    }
    const [first = Number.NaN, ...again] = times;
    const waits: number[] = [];
    for (let index = 0; index < wakes; index++) {
      const waiting = post(checkOf('one', 20), { expectations: [{ event: `wake ${index}` }] }).then(() =>
        performance.now(),
      );
      // The check is waiting by the time that a capture is answered.
      await send('one', [{ event: 'before', distinct_id: personOf(index) }]);
      await send('one', [{ event: `wake ${index}`, distinct_id: personOf(index) }]);
      const committed = performance.now();
      waits.push((await waiting) - committed);
    }
    const sorted = waits.toSorted((one, other) => one - other);
    const wake: [number, number] = [median(waits), sorted[Math.ceil(0.99 * wakes) - 1] ?? Number.NaN];
    return { events, rules: expectations.length, first, again: median(again), wake };
  } finally {
    await server.stop();
  }
}

/** Rules that hold, 20 of each kind, over the five names of the sample events. */
function rulesOver(events: number) {
  const names = Array.from({ length: 5 }, (_, index) => sampleEvent(index).event);
  const each = events / names.length;
  const schema = {
    properties: { seats: { type: 'number', minimum: 1 }, plan: { type: 'string' } },
    required: ['seats'],
  };
  return Array.from({ length: 20 }, (_, index) => names[index % names.length] ?? '').flatMap((event, index) => [
    { event, count: { exactly: each } },
    { event, properties: [{ key: 'plan', value: ['team', `plan ${index}`] }], count: { at_least: each } },
    { event, properties: [{ key: 'seats', value: 100 + index, operator: 'gt' }], count: { never: true } },
    { event, schema: { ...schema, title: `Schema ${index}` }, count: { exactly: each } },
    { event, distinct_id: personOf(index % people), after: event, count: { at_least: 1 } },
  ]);
}

export function expectationsReport({ events, rules, first, again, wake: [p50, p99] }: ExpectationsResult): string {
  return `
## Expectations

A check of ${rules} rules over the ${whole(events)} events of a test run: counts, filters, JSON Schemas and orders. The first one compiles
20 schemas. A check that waits is timed from the answer to the capture that decides it, ${wakes} times.

${table(
  ['', 'measured', 'aim'],
  [
    ['the first check', `${whole(first)} ms`, `< 1,000 ms ${first < 1000 ? '✓' : '✗'}`],
    ['later checks, median', `${whole(again)} ms`, `< 1,000 ms ${again < 1000 ? '✓' : '✗'}`],
    ['from the commit to the answer, p50', `${p50.toFixed(1)} ms`, ''],
    ['from the commit to the answer, p99', `${p99.toFixed(1)} ms`, `≤ 50 ms ${p99 <= 50 ? '✓' : '✗'}`],
  ],
)}

${machine()}
`;
}
