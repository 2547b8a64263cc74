import { expect, test } from 'vitest';
import { at, noonForEach, root } from '../api-testing.ts';
import { called, did } from '../results/results-testing.ts';
import { decidedAs } from '../results/verdict/decided.ts';
import { type DecidedExperiment, decidedExperiments } from './decided-contract.ts';

const { server, api, later } = noonForEach();

const decided = async () => decidedExperiments.parse((await server.api('GET', `${root}decided/`)).body).results;
/** A window of three minutes. */
const filters = { events: [{ id: 'paid' }], funnel_window_days: 3 / 1440 };

/** How many of 400 people in each variant pay; `from` is the first person's number. */
const exposed = (paying: Record<string, number>, from: number, minute: number) =>
  server.capture(
    {
      batch: Object.entries(paying).flatMap(([variant, paid]) =>
        Array.from({ length: 400 }, (_, index) => [
          called(`${variant}-${from + index}`, variant, at(minute)),
          ...(index < paid ? [did('paid', `${variant}-${from + index}`, at(minute + 1))] : []),
        ]).flat(),
      ),
    },
    '/batch/',
  );

const found = async () => (await decided()).map(({ id, kind, variant }) => [id, kind, variant]);

test('a running experiment is decided once a variant is better or worse, until it ends', async () => {
  await api.add({ start_date: at(0), filters });
  later(10);
  await exposed({ control: 80, test: 82 }, 0, 1);
  expect(await found()).toEqual([]);
  later(20);
  await exposed({ control: 40, test: 200 }, 1000, 11);
  expect(await found()).toEqual([[1, 'better', 'test']]);
  const [one] = await decided();
  expect(one).toMatchObject({ name: 'Checkout', start_date: expect.any(String) } satisfies Partial<DecidedExperiment>);
  expect(one?.explanation).toMatch(/Ship "test" to everyone\.$/);
  later(30);
  await server.api('PATCH', `${root}1/`, { end_date: at(30) });
  expect(await found()).toEqual([]);
});

test('no clear difference is an answer at the planned number of people only', () => {
  const wait = [{ code: 'wait', days: 3 }] as const;
  const stop = [{ code: 'stop_or_replan' }] as const;
  expect(decidedAs({ kind: 'no_clear_difference', next: [...wait] })).toBeNull();
  expect(decidedAs({ kind: 'no_clear_difference', next: [...stop] })).toBe('no_clear_difference');
  expect(decidedAs({ kind: 'leaning', next: [...stop] })).toBeNull();
  expect(decidedAs({ kind: 'unhealthy', next: [{ code: 'find_split_cause' }] })).toBeNull();
  expect(decidedAs({ kind: 'worse', next: [{ code: 'keep_control' }] })).toBe('worse');
});

test('a draft is not listed', async () => {
  await api.add({ filters });
  expect(await found()).toEqual([]);
});
