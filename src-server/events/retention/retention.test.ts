import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { dayMs } from '../../core/text/time-contract.ts';
import { serverForEach } from '../../testing/server-hooks.ts';

const today = Date.UTC(2026, 5, 10, 12);
const realStart = Date.now();
let ahead = 0;
/** Time passes as it does, from where a test sets it. */
const server = serverForEach({ clock: { now: () => today + ahead + (Date.now() - realStart), uuid: randomUUID } });
const root = '/api/projects/1/';
const retentionPath = `${root}event_retention/`;

const ask = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
  const answer = await server.api(method, root + path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
  return answer.body as Body;
};
type State = { keep_days: number | null; deleted_before: string | null; is_deleting: boolean; held_by: object | null };
const state = () => ask<State>('GET', 'event_retention/');
const deleted = () => expect.poll(async () => (await state()).is_deleting, { timeout: 20_000 }).toBe(false);
/** Returns who has events, sorted. */
const people = async () =>
  [...new Set((await server.events('limit=1000')).map(({ distinct_id: id }) => id))].toSorted();
const names = async () => (await server.events('status=all')).map(({ event }) => event).toSorted();

/** Lets days pass from the beginning of the test. */
const setDays = (days: number) => {
  ahead = days * dayMs;
};
const arrive = async (events: readonly object[]) => {
  expect((await server.capture({ batch: events }, '/batch/')).status).toBe(200);
};
const bought = (person: string, properties: object = {}) => ({ event: 'bought', distinct_id: person, properties });

const many = (person: string) => Array.from({ length: 300 }, () => bought(person));

/** Sets the days and waits until what is due is deleted. */
async function keep(days: number | null): Promise<void> {
  await ask('PATCH', 'event_retention/', { keep_days: days });
  // Deletions begin after the answer.
  await expect
    .poll(async () => (await ask<{ events: number }>('POST', 'event_retention/preview/', { keep_days: days })).events, {
      timeout: 20_000,
    })
    .toBe(0);
  await deleted();
}

test('everything is kept unless the project says how long', async () => {
  setDays(0);
  await arrive([bought('ann')]);
  setDays(4000);
  expect(await state()).toEqual({ keep_days: null, deleted_before: null, is_deleting: false, held_by: null });
  await keep(null);
  expect(await names()).toEqual(['bought']);
});

test('older events and drops are deleted, and all counts are those of the others', async () => {
  setDays(0);
  const steps = [{ event: 'bought' }];
  const before = await ask<{ id: number }>('POST', 'actions/', { name: 'Before', steps });
  await arrive([bought('ann'), bought('bob'), bought('ann-2'), { event: 'old', distinct_id: 'ann' }]);
  await arrive([{ ...bought('cleo', { $benchtop_test_run: 'checkout' }) }, { event: 'dropped', distinct_id: '' }]);
  setDays(40);
  await arrive([
    bought('ann'),
    bought('dan'),
    { event: '$identify', distinct_id: 'ann', properties: { $anon_distinct_id: 'ann-2' } },
  ]);

  const preview = await ask('POST', 'event_retention/preview/', { keep_days: 30 });
  expect(preview).toEqual({ before: new Date(Date.UTC(2026, 5, 20)).toISOString(), events: 4, held_by: null });
  await keep(30);
  expect(await names()).toEqual(['$identify', 'bought', 'bought', 'bought']);
  expect(await state()).toMatchObject({ keep_days: 30, deleted_before: new Date(Date.UTC(2026, 5, 20)).toISOString() });

  const fresh = await ask<{ id: number }>('POST', 'actions/', { name: 'Fresh', steps });
  const isCalculating = async () =>
    (await ask<{ is_calculating: boolean }>('GET', `actions/${fresh.id}/`)).is_calculating;
  await expect.poll(isCalculating, { timeout: 20_000 }).toBe(false);
  const countOf = async ({ id }: { id: number }) => {
    const counted = await ask<Record<string, unknown>>('GET', `actions/${id}/count/?date_from=2026-06-01`);
    const { count, people_count, last_matched_at, series } = counted;
    return { count, people_count, last_matched_at, series };
  };
  expect(await countOf(before)).toMatchObject({ count: 3, people_count: 3 });
  expect(await countOf(fresh)).toEqual(await countOf(before));
});

test('what a search finds is deleted by the next one, so a clock that is ahead for a moment deletes nothing', async () => {
  setDays(0);
  await keep(30);
  await arrive(many('ann'));
  setDays(4000);
  await server.restart();
  await arrive([bought('in ten years')]);
  setDays(20);
  await server.restart();
  await arrive(many('bob'));
  expect(await people()).toEqual(['ann', 'bob', 'in ten years']);

  setDays(35);
  await server.restart();
  await server.restart();
  await expect.poll(people, { timeout: 20_000 }).not.toContain('ann');
  expect(await people()).toEqual(['bob', 'in ten years']);
  // Its id is between those that stayed.
  setDays(60);
  await keep(30);
  expect(await people()).toEqual(['in ten years']);
  setDays(4100);
  await keep(30);
  expect(await people()).toEqual([]);
});

test('a deletion goes on after a restart', async () => {
  setDays(0);
  for (let batch = 0; batch < 10; batch += 1) await arrive(many('ann'));
  setDays(60);
  await ask('PATCH', 'event_retention/', { keep_days: 30 });
  await server.restart();
  await deleted();
  expect(await people()).toEqual([]);
});

test.each([null, 40, 365])('a deletion ends when the days become %j', async (days) => {
  setDays(0);
  for (let batch = 0; batch < 10; batch += 1) await arrive(many('bob'));
  setDays(60);
  await ask('PATCH', 'event_retention/', { keep_days: 30 });
  await expect.poll(async () => (await state()).is_deleting, { interval: 1, timeout: 20_000 }).toBe(true);
  expect(await ask('PATCH', 'event_retention/', { keep_days: days })).toMatchObject({ is_deleting: false });
  const preview = await ask('POST', 'event_retention/preview/', { keep_days: days });
  expect(preview).toEqual({ before: null, events: 0, held_by: null });
  const left = await server.events('limit=1000');
  await server.restart();
  expect(left.length).toBeGreaterThan(0);
  expect(await server.events('limit=1000')).toEqual(left);
});

test('nothing is deleted twice, and a project without old events has none deleted', async () => {
  setDays(0);
  await keep(30);
  expect(await state()).toMatchObject({ keep_days: 30, deleted_before: null });
  await arrive([bought('ann')]);
  setDays(60);
  const other = await server.inNewProject();
  await keep(30);
  const first = await state();
  expect(first.deleted_before).not.toBeNull();
  setDays(61);
  await keep(30);
  expect(await state()).toEqual(first);
  const answer = await other.api('GET', `/api/projects/${other.projectId}/event_retention/`);
  expect(answer.body).toMatchObject({ keep_days: null, deleted_before: null });
});

test('events of an experiment stay, and no experiment can begin before the deleted ones', async () => {
  setDays(0);
  await arrive([bought('before')]);
  setDays(10);
  const launch = {
    name: 'Checkout',
    feature_flag_key: 'checkout',
    start_date: new Date(today + 10 * dayMs).toISOString(),
  };
  const { id } = await ask<{ id: number }>('POST', 'experiments/', launch);
  await arrive([bought('within')]);
  setDays(100);
  await keep(30);
  expect(await people()).toEqual(['within']);
  const since = new Date(today + 9 * dayMs).toISOString();
  expect(await state()).toMatchObject({
    deleted_before: since,
    held_by: { reason: 'experiment', id, name: 'Checkout', since },
  });

  const early = { ...launch, feature_flag_key: 'early', start_date: new Date(today).toISOString() };
  const refusal = await server.api('POST', `${root}experiments/`, early);
  expect(refusal).toMatchObject({ status: 400, body: { code: 'events_deleted', attr: 'start_date' } });

  // Deleted experiments hold nothing, and do not come back without their events.
  await ask('DELETE', `experiments/${id}/`);
  await keep(30);
  expect(await names()).toEqual([]);
  expect(await server.api('POST', `${root}experiments/${id}/restore/`)).toMatchObject({
    status: 400,
    body: { code: 'events_deleted' },
  });
});

test('a name that was known before a schema is no rename once its first events are deleted', async () => {
  setDays(0);
  const sent = (event: string) => arrive([{ event, distinct_id: 'ann' }]);
  await sent('checkouts');
  await ask('PUT', 'tracking_plan/lock/', { event: 'checkout', schema: {} });
  setDays(60);
  await keep(30);
  await server.restart();
  await sent('checkouts');
  await sent('check out');
  const violations = await ask<{ results: object[] }>('GET', 'tracking_plan/violations/');
  expect(violations.results).toMatchObject([{ event: 'check out', violation: { kind: 'renamed_event' } }]);
});

test('a baseline asks for no days whose events were deleted', async () => {
  setDays(0);
  await arrive([bought('ann')]);
  setDays(100);
  await keep(30);
  const ofDays = (days: object) =>
    server.api('POST', `${root}experiments/baseline/`, {
      filters: { insight: 'TRENDS', events: [{ id: 'bought' }] },
      ...days,
    });
  expect((await ofDays({ days: 30 })).status).toBe(200);
  expect(await ofDays({ days: 31 })).toMatchObject({ status: 400, body: { code: 'events_deleted', attr: 'days' } });
  expect((await ofDays({ days: 20, cuped_days: 11 })).status).toBe(400);
});

test('events wait for a relay that has not sent them', async () => {
  setDays(0);
  await ask('PATCH', 'relay/', {
    address: 'http://127.0.0.1:9',
    api_key: 'phc_receiver',
    allow_local: true,
    mode: 'paused',
  });
  await arrive([bought('ann')]);
  setDays(60);
  await ask('PATCH', 'event_retention/', { keep_days: 30 });
  await expect.poll(state).toMatchObject({ deleted_before: null, held_by: { reason: 'sending' } });
  expect(await names()).toEqual(['bought']);
  await ask('DELETE', 'relay/');
  await keep(30);
  expect(await names()).toEqual([]);
});

test('events that the filter of a relay skips do not wait for it', async () => {
  setDays(0);
  await ask('PATCH', 'relay/', {
    address: 'http://127.0.0.1:9',
    api_key: 'phc_receiver',
    allow_local: true,
    filter: { event_any: ['paid'] },
    mode: 'on',
  });
  await arrive([bought('ann')]);
  setDays(60);
  const preview = () => ask('POST', 'event_retention/preview/', { keep_days: 30 });
  await expect.poll(preview).toMatchObject({ events: 1, held_by: null });
  await keep(30);
  expect(await names()).toEqual([]);
});

test.each([29, 3651, 30.5, '30', true, undefined])('`keep_days` %j is refused, and changes nothing', async (days) => {
  const answer = await server.api('PATCH', retentionPath, { keep_days: days });
  expect(answer).toMatchObject({ status: 400, body: { attr: 'keep_days' } });
  expect(await state()).toMatchObject({ keep_days: null });
});
