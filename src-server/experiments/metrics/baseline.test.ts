import { expect, test } from 'vitest';
import { baseline, plan } from '../planning/plan-contract.ts';
import { simulatedPlan } from '../planning/simulated/simulated-plan-contract.ts';
import { called, did, labForAll } from '../results/results-testing.ts';

const { lab } = labForAll();

const at = (day: number) => `2026-11-${day}T10:00:00Z`;
const asked = async (filters: object, days: number) =>
  baseline.parse((await lab.post('baseline/', { filters, days })).body);

test('a baseline without people has no value', async () => {
  expect(await asked({ events: [{ id: 'paid' }] }, 2)).toEqual({
    kind: 'proportion',
    window_days: 14,
    people: 0,
    new_people_per_day: 0,
    successes: 0,
    events: 0,
    value: null,
    variance: null,
    cuped: null,
    days: [
      { date: '2026-11-20', events: 0, people: 0 },
      { date: '2026-11-21', events: 0, people: 0 },
    ],
    steps: [0],
    warnings: [{ code: 'unseen_event', subject: 'paid', detail: 'No event named "paid" has arrived yet.' }],
  });
});

test('a baseline counts what everyone did in the last days, as an experiment would', async () => {
  await lab.capture([
    did('seen', 'old', at(10)),
    did('cart', 'old', at(19)),
    did('paid', 'old', at(20)),
    did('paid', 'new', at(20)),
    did('cart', 'new', at(21)),
    did('paid', 'other', at(20)),
    did('paid', 'other', at(20)),
    did('$identify', 'one', at(20), { $anon_distinct_id: 'anon-1' }),
    did('paid', 'anon-1', at(21)),
  ]);
  const funnel = await asked({ events: [{ id: 'cart' }, { id: 'paid' }] }, 3);
  expect(funnel).toMatchObject({ kind: 'proportion', people: 4, successes: 1, events: 5, value: 0.25, steps: [2, 1] });
  expect(funnel.days).toEqual([
    { date: '2026-11-19', events: 0, people: 0 },
    { date: '2026-11-20', events: 4, people: 3 },
    { date: '2026-11-21', events: 1, people: 1 },
  ]);
  // Three people are new in three days.
  expect(funnel.new_people_per_day).toBe(1);
  const trend = await asked({ insight: 'TRENDS', events: [{ id: 'paid' }] }, 2);
  expect(trend).toMatchObject({ kind: 'count', people: 4, successes: null, events: 5, value: 1.25, steps: [] });
});

test('a baseline counts from the first event of the days, where an experiment counts from the exposure', async () => {
  // Exposed two days after their first event, and outside of a window of one day from that.
  const later = ['ann', 'bob'].flatMap((who) => [
    did('opened', who, at(18)),
    called(who, who === 'ann' ? 'control' : 'test', at(20)),
    did('booked', who, at(21)),
  ]);
  await lab.capture([...later, did('opened', 'never exposed', at(20)), did('booked', 'never exposed', at(20))]);
  const filters = { events: [{ id: 'booked' }], funnel_window_days: 1 };
  expect(await asked(filters, 14)).toMatchObject({ window_days: 1, successes: 1, events: 3 });
  const id = await lab.add({ start_date: at(19), filters });
  expect((await lab.result(id)).variants.map(({ success_count: count }) => count)).toEqual([1, 1]);
  expect(await asked({ insight: 'TRENDS', events: [{ id: 'booked' }] }, 14)).toMatchObject({ window_days: null });
});

const share = { kind: 'proportion', weights: [50, 50] };

test('a baseline says by how much CUPED reduces the variance of the same people', async () => {
  const times = (count: number, event: object) => Array.from({ length: count }, () => event);
  // All read as much as before, and every second one a page more.
  const readers = Array.from({ length: 60 }, (_, index) => [
    ...times(index % 5, did('read', `reader-${index}`, at(17))),
    did('opened', `reader-${index}`, at(20)),
    ...times((index % 5) + (index % 2), did('read', `reader-${index}`, at(21))),
  ]);
  await lab.capture(readers.flat());
  const reading = { insight: 'TRENDS', events: [{ id: 'read' }] };
  const of = async (filters: object, cuped_days?: number) =>
    baseline.parse((await lab.post('baseline/', { filters, days: 2, cuped_days })).body).cuped;
  const found = await of(reading, 7);
  expect(found).toMatchObject({ days: 7, people_with_history: 48 });
  expect(found?.variance_reduction).toBeGreaterThan(0.7);
  expect(found?.variance_reduction).toBeLessThan(0.99);
  expect(await of({ events: [{ id: 'read' }] }, 7)).toMatchObject({ people_with_history: 48 });
  // Null: nobody did anything the day before; and not requested.
  expect([await of(reading, 2), await of(reading)]).toEqual([null, null]);
  const isPro = [{ key: 'plan', value: 'pro', type: 'person' }];
  expect(await of({ ...reading, properties: isPro }, 7)).toBeNull();
  expect(await of({ events: [{ id: 'read' }], benchtop: { kind: 'retention', return_days: [0, 0] } }, 7)).toBeNull();
  const refused = { status: 400, body: { attr: 'cuped_days' } };
  expect(await lab.post('baseline/', { filters: reading, cuped_days: 91 })).toMatchObject(refused);
});

test('a plan has the people and days it takes, and an invalid one names the field', async () => {
  const asked = { ...share, baseline: 0.1, people_per_day: 100 };
  const sent = { ...asked, minimum_detectable_effect: 20 };
  const { people, per_variant, days } = plan.parse((await lab.post('plan/', sent)).body);
  expect(per_variant.reduce((sum, number) => sum + number, 0)).toBe(people);
  expect(days).toBeCloseTo(people / 100, 6);
  expect(await lab.post('plan/', { ...sent, weights: [100] })).toMatchObject({
    status: 400,
    body: { attr: 'weights' },
  });
  for (const kind of ['mean', 'ratio']) {
    for (const [path, of] of [
      ['plan/', sent],
      ['simulated_plan/', { ...asked, effect: 20, days: 7 }],
    ] as const) {
      const { status, body } = await lab.post(path, { ...of, kind });
      expect(status).toBe(400);
      expect(body).toMatchObject({
        attr: 'variance',
        detail: expect.stringContaining(`must be given for the kind ${kind}`),
      });
    }
    expect((await lab.post('plan/', { ...sent, kind, variance: 0.4 })).status).toBe(200);
  }
  expect(await lab.post('baseline/', { filters: {}, days: 91 })).toMatchObject({ status: 400, body: { attr: 'days' } });
});

test('a plan is simulated in the reading thread, a part per request until all runs are done', async () => {
  const sent = { ...share, baseline: 0.2, effect: 30, people_per_day: 300, days: 5, runs: 40 };
  const ask = async () => simulatedPlan.parse((await lab.post('simulated_plan/', sent)).body);
  let answer = await ask();
  while (answer.runs < answer.of) answer = await ask();
  expect(answer).toMatchObject({ people: 1500, days: 5, runs: 40, of: 40 });
  expect(await ask()).toEqual(answer);
  expect(await lab.post('simulated_plan/', { ...sent, effect: 500 })).toMatchObject({
    status: 400,
    body: { attr: 'effect' },
  });
});
