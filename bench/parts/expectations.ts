import { post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { quantile } from '../figures/numbers.ts';
import { people, personOf, sampleEvent } from '../payload.ts';
import { type Server, startBenchtop } from '../processes.ts';
import { sendRun } from '../test-run.ts';

const events = 100_000;
const wakes = 100;

/** Measures a check of 100 rules over the events of a test run, and how soon a waiting one is answered. */
export async function measureExpectations(bench: Bench): Promise<void> {
  await using server = await startBenchtop();
  const many = Array.from({ length: events }, (_, index) => sampleEvent(index));
  await sendRun(server, 'many', many);
  await bench.rounds(async (round) => {
    const expectations = rulesOver(events, round);
    // New rules have schemas to compile.
    bench.record('expectations-check', 'new rules', await timeOfCheck(server, expectations));
    await sendRun(server, 'many', [{ event: `round ${round}`, distinct_id: personOf(round) }]);
    bench.record('expectations-check', 'the same after another event', await timeOfCheck(server, expectations));
    const waits: number[] = [];
    for (let index = 0; index < wakes; index++) waits.push(await timeOfWake(server, round * wakes + index));
    bench.record('expectations-wake', '', quantile(waits, 0.99));
  });
}

const checkUrl = ({ url }: Server, run: string, wait: number) =>
  `${url}/api/projects/@current/test_runs/${run}/check/?wait=${wait}`;

async function timeOfCheck(server: Server, expectations: object[]): Promise<number> {
  const started = performance.now();
  const { status } = Object(await post(checkUrl(server, 'many', 0), { expectations }));
  if (status !== 'passed') throw new Error(`The check ${status}.`);
  return performance.now() - started;
}

/** Returns the ms from the answer to a capture until that of the check that waits for it. */
async function timeOfWake(server: Server, number: number): Promise<number> {
  const event = `wake ${number}`;
  const waiting = post(checkUrl(server, 'one', 20), { expectations: [{ event }] }).then(() => performance.now());
  // The check is waiting by the time a capture is answered.
  await sendRun(server, 'one', [{ event: 'before', distinct_id: personOf(number) }]);
  await sendRun(server, 'one', [{ event, distinct_id: personOf(number) }]);
  const committed = performance.now();
  return (await waiting) - committed;
}

/** Returns rules that hold, 20 of each kind, over the five names of the sample events; each round has others. */
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
