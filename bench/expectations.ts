import { post } from './api.ts';
import { people, personOf, sampleEvent } from './payload.ts';
import { startBenchtop } from './processes.ts';
import { machine, median, table, whole } from './report.ts';
import { sendRun } from './test-run.ts';

/**
 * Times in ms, medians: a check of rules that are new, which also compiles their schemas, one of the same rules after another event, and
 * from a commit to the answer.
 */
type ExpectationsResult = {
  events: number;
  rules: number;
  fresh: number;
  again: number;
  wake: [p50: number, p99: number];
};

const checks = 5;
const wakes = 100;

/** A check of 100 rules over the events of a test run, and how soon one that waits is answered. */
export async function measureExpectations(events: number): Promise<ExpectationsResult> {
  const server = await startBenchtop();
  const checkOf = (run: string, wait: number) =>
    `${server.url}/api/projects/@current/test_runs/${run}/check/?wait=${wait}`;
  const send = (testRun: string, batch: object[]) => sendRun(server, testRun, batch);
  try {
    await send(
      'many',
      Array.from({ length: events }, (_, index) => sampleEvent(index)),
    );
    const fresh: number[] = [];
    const again: number[] = [];
    const check = async (expectations: object[], times: number[]) => {
      const started = performance.now();
      const { status } = Object(await post(checkOf('many', 0), { expectations }));
      times.push(performance.now() - started);
      if (status !== 'passed') throw new Error(`The check ${status}.`);
    };
    for (let round = 0; round < checks; round++) {
      const expectations = rulesOver(events, round);
      await check(expectations, fresh);
      await send('many', [{ event: `round ${round}`, distinct_id: personOf(round) }]);
      await check(expectations, again);
    }
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
    return { events, rules: rulesOver(events, 0).length, fresh: median(fresh), again: median(again), wake };
  } finally {
    await server.stop();
  }
}

/** Rules that hold, 20 of each kind, over the five names of the sample events; each round has others. */
function rulesOver(events: number, round: number) {
  const names = Array.from({ length: 5 }, (_, index) => sampleEvent(index).event);
  const each = events / names.length;
  const schema = {
    properties: { seats: { type: 'number', minimum: 1 }, plan: { type: 'string' } },
    required: ['seats'],
  };
  return Array.from({ length: 20 }, (_, index) => names[index % names.length] ?? '').flatMap((event, index) => {
    const number = 20 * round + index;
    return [
      { event, count: { at_least: each - number } },
      { event, properties: [{ key: 'plan', value: ['team', `plan ${number}`] }], count: { at_least: each } },
      { event, properties: [{ key: 'seats', value: 100 + number, operator: 'gt' }], count: { never: true } },
      { event, schema: { ...schema, title: `Schema ${number}` }, count: { exactly: each } },
      { event, distinct_id: personOf(number % people), after: event, count: { at_least: 1 } },
    ];
  });
}

export function expectationsReport({ events, rules, fresh, again, wake: [p50, p99] }: ExpectationsResult): string {
  return `
## Expectations

A check of ${rules} rules over the ${whole(events)} events of a test run: counts, filters, JSON Schemas and orders. It
compiles 20 schemas. A check that waits is timed from the answer to the capture that decides it, ${wakes} times.

${table(
  ['', 'measured', 'aim'],
  [
    ['a check of new rules, median', `${whole(fresh)} ms`, `< 1,000 ms ${fresh < 1000 ? '✓' : '✗'}`],
    ['the same check after another event, median', `${whole(again)} ms`, ''],
    ['from the commit to the answer, p50', `${p50.toFixed(1)} ms`, ''],
    ['from the commit to the answer, p99', `${p99.toFixed(1)} ms`, `≤ 50 ms ${p99 <= 50 ? '✓' : '✗'}`],
  ],
)}

${machine()}
`;
}
