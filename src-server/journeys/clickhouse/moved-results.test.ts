import { expect, test, vi } from 'vitest';
import { action } from '../../actions/contract.ts';
import { settled } from '../../actions/testing.ts';
import { dayMs, isoTime } from '../../core/text/time-contract.ts';
import { eventPage } from '../../events/contract.ts';
import { called, did, type Lab, labOf } from '../../experiments/results/results-testing.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';
import { allMoved } from '../../testing/moved-events.ts';
import { allSent, isPro, read, settingsOf, soon, startArchiving } from './archive-testing.ts';

const cluster = clusterForAll(1);

const people = 60;
const start = Date.now() - 10 * dayMs;
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
/** Larger than what is read with others. */
const padding = 'é'.repeat(15_000);

/** An amount, as a number or not, before, after and in other values, and texts and names that look like one. */
const amounts: object[] = [
  ...[12.5, -3e-7, 0, 1e5, '42', ' 7 ', '1"', '\\', '9'.padStart(200, '0'), true, null, [3], { value: 3 }].map(
    (amount) => ({ amount, other: 'ü' }),
  ),
  { amount: 9, cart: { amount: 100 } },
  { cart: { amount: 100 }, amount: 8 },
  { cart: { amount: 100 } },
  { list: [{ amount: 100 }], amount: 4 },
  { text: ',"amount":100,', amount: 5 },
  { text: '{', amount: 6 },
  { 'x,"amount': 100 },
  { padding, amount: 3 },
  { cart: {}, padding, amount: 2 },
  {},
];

const exposures = Array.from({ length: people }, (_, person) => {
  const event = called(`person ${person}`, person % 2 === 0 ? 'control' : 'test', isoTime(start));
  const $raw_user_agent = person % 7 === 0 ? chrome.replace('Chrome', 'HeadlessChrome') : chrome;
  return { ...event, properties: { ...event.properties, $raw_user_agent, plan: person % 5 === 0 ? 'pro' : 'free' } };
});
const outcomes = Array.from({ length: 3000 }, (_, number) =>
  did(number % 7 < 3 ? 'paid' : 'seen', `person ${number % people}`, isoTime(start + (number + 1) * 180_000), {
    plan: number % 4 === 0 ? 'pro' : 'free',
    ...amounts[number % amounts.length],
  }),
);

const paid = { insight: 'TRENDS', events: [{ id: 'paid' }] };
const meanOf = (property: string) => ({ benchtop: { kind: 'mean_property', property } });
const metricsOf = (actionId: number) => [
  { ...paid, properties: [isPro] },
  { ...paid, properties: [{ ...isPro, operator: 'is_not' }] },
  { ...paid, properties: [{ key: 'text', value: 'AMOUNT', operator: 'icontains' }, isPro] },
  {
    insight: 'FUNNELS',
    events: [
      { id: 'seen', order: 0 },
      { id: 'paid', order: 1, properties: [{ key: 'amount', value: 5, operator: 'gt' }] },
    ],
  },
  { ...paid, ...meanOf('amount') },
  { ...paid, properties: [isPro], ...meanOf('amount') },
  { ...paid, ...meanOf('x,"amount') },
  { insight: 'TRENDS', actions: [{ id: actionId }], ...meanOf('amount') },
];

/** Reads results that read properties, each on a new metric, with people excluded or not. */
async function readAll(lab: Lab, change: (body: object) => Promise<unknown>, id: number, actionId: number) {
  const answers: unknown[] = [];
  for (const filters of metricsOf(actionId)) {
    expect((await lab.change(id, { filters })).status).toBe(200);
    const { days, variants, exposure } = await lab.result(id);
    answers.push({ filters, days, variants, exposure });
  }
  for (const property of ['plan', '$raw_user_agent', 'unknown'])
    answers.push((await lab.get(`${id}/breakdown/?property=${property}&type=exposure`)).body);
  const properties = [{ ...isPro, type: 'event' }];
  answers.push((await lab.post('excluded_people/', { bots: true, properties })).body);
  for (const experiment_exclusions of [
    { bots: true, properties },
    { bots: false, properties: [] },
  ]) {
    await change({ experiment_exclusions });
    answers.push((await lab.result(id)).exposure);
  }
  return answers;
}

test('results of moved events are as before, and a lost one is not taken for one that does not count', async () => {
  const server = await startArchiving(settingsOf(cluster, 'results'));
  const lab = labOf(server);
  for (let from = 0; from < outcomes.length; from += 500)
    await lab.capture([...(from === 0 ? exposures : []), ...outcomes.slice(from, from + 500)]);
  await allSent(server);
  const created = await server.api('POST', '/api/projects/1/actions/', { name: 'Paid', steps: [{ event: 'paid' }] });
  const { id: actionId } = action.parse(created.body);
  await settled((method, rest) => server.api(method, `/api/projects/1/actions/${rest}`), actionId);
  const id = await lab.add({ start_date: isoTime(start - 1), end_date: isoTime(start + 9 * dayMs) });
  const change = (body: object) => read(server, 'PATCH', '', body);
  const before = await readAll(lab, change, id, actionId);

  const archive = settingsOf(cluster, 'results', { keepDays: 0 });
  await server.restart({ archive });
  await allMoved(server.dataDir);
  expect(await readAll(lab, change, id, actionId)).toEqual(before);

  const aPaid = "SELECT max(id) FROM results.benchtop_events WHERE event = 'paid' AND id < 1500";
  const [lost] = (await cluster.servers[0]?.run(aPaid)) ?? [];
  await cluster.servers[0]?.run(`ALTER TABLE results.benchtop_events DELETE WHERE id IN (1, ${lost})`);
  const left = 'SELECT count() FROM results.benchtop_events WHERE month > 0';
  await vi.waitFor(
    async () => expect(await cluster.servers[0]?.run(left)).toEqual([`${people + outcomes.length - 2}`]),
    soon,
  );
  await server.restart({ archive });
  for (const filters of metricsOf(actionId)) {
    await lab.change(id, { filters });
    expect({ filters, status: (await lab.get(`${id}/results/`)).status }).toEqual({ filters, status: 503 });
  }
  expect((await lab.post('excluded_people/', { bots: true, properties: [] })).status).toBe(503);
  await lab.change(id, { filters: paid });
  expect((await lab.get(`${id}/results/`)).status).toBe(200);
});

/** Returns how many queries a ClickHouse has answered while something was asked for. */
async function queriesOf(ask: () => Promise<unknown>): Promise<number> {
  const sql = `SELECT value FROM system.events WHERE event = 'SelectQuery'`;
  const count = async () => Number((await cluster.servers[0]?.run(sql))?.[0]);
  const before = await count();
  await ask();
  return (await count()) - before - 1;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 500));

test('a page of moved events is as before, and takes one query', async () => {
  const server = await startArchiving(settingsOf(cluster, 'pages'));
  const day = Math.floor(start / dayMs) * dayMs;
  const visits = Array.from({ length: 2500 }, (_, number) =>
    did('visited', `visitor ${number % 40}`, isoTime(day + number * 100_000), { number, plan: 'free' }),
  );
  for (let from = 0; from < visits.length; from += 500) await labOf(server).capture(visits.slice(from, from + 500));
  await allSent(server);
  const ofDay = `date_from=${isoTime(day + dayMs).slice(0, 10)}&date_to=${isoTime(day + dayMs).slice(0, 10)}`;
  const pages = ['', `&${ofDay}`, '&distinct_id=visitor%205', '&after=950', '&person=visitor%207&before=2000'];
  const readPage = async (query: string) =>
    eventPage.parse(await read(server, 'GET', `events/?limit=100${query}`)).results;
  const before = await Promise.all(pages.map(readPage));
  const archive = settingsOf(cluster, 'pages', { keepDays: 0 });
  await server.restart({ archive });
  await allMoved(server.dataDir);
  // Moving has read the newest ones.
  await server.restart({ archive });
  await vi.waitFor(async () => expect(await queriesOf(pause)).toBe(0), soon);
  for (const [index, query] of pages.entries()) {
    let after: unknown;
    const queries = await queriesOf(async () => {
      after = await readPage(query);
    });
    expect({ query, queries, after }).toEqual({ query, queries: 1, after: before[index] });
  }
});
