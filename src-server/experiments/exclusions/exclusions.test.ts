import { beforeEach, expect, test } from 'vitest';
import { project } from '../../projects/contract.ts';
import { baseline } from '../planning/plan-contract.ts';
import { experimentSummaries } from '../results/results-contract.ts';
import { called, did, labForEach, labNow } from '../results/results-testing.ts';

let now = labNow;
beforeEach(() => {
  now = labNow;
});
const { server, lab } = labForEach(() => now);

const start_date = '2026-11-19T12:00:00.000Z';
const at = '2026-11-20T12:00:00.000Z';
const later = '2026-11-20T13:00:00.000Z';
const filters = { events: [{ id: 'paid' }] };
const headless = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0';
const browser = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0';
const staff = { key: 'email', operator: 'icontains', value: '@example.com', type: 'person' };

const change = (body: unknown) => server.api('PATCH', '/api/projects/@current/', body);
const excludeFrom = (experiment_exclusions: object) => change({ experiment_exclusions });
const excluded = async (body: object) => (await lab.post('excluded_people/', body)).body;

function exposure(person: string, variant: string, more: object) {
  const event = called(person, variant, at);
  return { ...event, properties: { ...event.properties, ...more } };
}

/** Runs an experiment with people of two variants; of each a headless browser, one of the staff, and one who is both. */
async function run(size = 10, windowDays = 14): Promise<number> {
  const id = await lab.add({ start_date, filters: { ...filters, funnel_window_days: windowDays } });
  const events = ['control', 'test'].flatMap((variant) =>
    Array.from({ length: size }, (_, index) => {
      const person = `${variant}-${index}`;
      const email = index === 1 || index === 2 ? `${person}@EXAMPLE.com` : `${person}@shop.test`;
      const agent = index === 0 || index === 2 ? headless : browser;
      const agentKey = index === 0 ? '$user_agent' : '$raw_user_agent';
      return [
        exposure(person, variant, { [agentKey]: agent, $set: { email }, page: index === 9 ? '/admin' : '/' }),
        did('paid', person, later, { $raw_user_agent: headless }),
      ];
    }).flat(),
  );
  await lab.capture(events);
  return id;
}

test('a new project excludes nobody', async () => {
  const id = await run();
  const { body } = await server.api('GET', '/api/projects/@current/');
  expect(project.parse(body).experiment_exclusions).toEqual({ bots: false, properties: [] });
  expect((await lab.result(id)).exposure).toMatchObject({ total: 20, excluded: 0 });
});

test('bots and people who meet a condition are excluded, each once, from every number of an experiment', async () => {
  const id = await run();
  expect((await excludeFrom({ bots: true, properties: [staff] })).status).toBe(200);
  const result = await lab.result(id);
  expect(result.exposure).toMatchObject({ total: 14, excluded: 6, by_variant: { control: 7, test: 7 } });
  expect(result.variants.map(({ success_count }) => success_count)).toEqual([7, 7]);
  expect(result.variants.map(({ evidence }) => evidence.people)).toEqual([0, 0]);
  const everyone = await server.api('GET', `/api/projects/@current/experiments/${id}/results/?people=everyone`);
  expect(everyone.body).toMatchObject({ result: { variants: [{ evidence: { people: 7, count: 7 } }, {}] } });
  const active = baseline.parse((await lab.post('baseline/', { filters })).body);
  expect(active).toMatchObject({ people: 14, successes: 14 });
});

test('excluded people are in no count of people in several variants, or without one', async () => {
  const id = await run();
  const counts = async () => {
    const { in_several_variants, other_values, excluded, total } = (await lab.result(id)).exposure ?? {};
    return { in_several_variants, other_values, excluded, total };
  };
  await lab.capture(
    ['bot', 'staff', 'customer'].flatMap((who) => {
      const more = { $raw_user_agent: who === 'bot' ? headless : browser };
      const $set = { email: who === 'staff' ? 'staff@example.com' : 'customer@shop.test' };
      return [
        exposure(`${who}-both`, 'control', { ...more, $set }),
        exposure(`${who}-both`, 'test', more),
        exposure(`${who}-off`, 'off', { ...more, $set }),
      ];
    }),
  );
  expect(await counts()).toEqual({ in_several_variants: 3, other_values: 3, excluded: 0, total: 20 });
  await excludeFrom({ bots: true, properties: [staff] });
  expect(await counts()).toEqual({ in_several_variants: 1, other_values: 1, excluded: 6, total: 14 });
});

test('if the project excludes everyone who was exposed, the verdict says so', async () => {
  const id = await lab.add({ start_date, filters });
  await lab.capture([exposure('bot', 'test', { $raw_user_agent: headless })]);
  await excludeFrom({ bots: true });
  const { verdict, explanation } = await lab.result(id);
  expect(verdict).toMatchObject({ kind: 'no_exposures', next: [{ code: 'check_exclusions', people: 1 }] });
  expect(explanation).toContain('The project excludes everyone who saw one variant (1 person).');
});

test('the first exposure of a person in several variants decides who is a bot', async () => {
  const id = await lab.add({ start_date, filters });
  const seen = (who: string, variant: string, timestamp: string, agent: string) => ({
    ...exposure(who, variant, { $raw_user_agent: agent }),
    timestamp,
  });
  await lab.capture([
    ...['control', 'test'].map((variant) => seen('bot', variant, variant === 'test' ? at : later, headless)),
    seen('first-test', 'control', later, browser),
    seen('first-test', 'test', at, headless),
    seen('first-control', 'test', later, browser),
    seen('first-control', 'control', at, headless),
    seen('last-test', 'test', later, headless),
    seen('last-test', 'control', at, browser),
  ]);
  await excludeFrom({ bots: true });
  expect((await lab.result(id)).exposure).toMatchObject({ in_several_variants: 1, excluded: 0, total: 0 });
});

test('bots and people who arrive after a result are recognized too', async () => {
  const id = await run();
  await excludeFrom({ bots: true });
  const exposed = async () => (await lab.result(id)).exposure;
  expect(await exposed()).toMatchObject({ total: 16, excluded: 4 });
  expect(await exposed()).toMatchObject({ total: 16, excluded: 4 });
  const late = [exposure('late-bot', 'test', { $raw_user_agent: headless }), exposure('late', 'test', {})];
  await lab.capture(late);
  expect(await exposed()).toMatchObject({ total: 17, excluded: 5 });
});

test('a condition reads the person as stored now, or the event that exposed them', async () => {
  const id = await run();
  await excludeFrom({ properties: [{ ...staff, type: undefined }] });
  expect((await lab.result(id)).exposure).toMatchObject({ total: 16, excluded: 4 });
  await lab.capture([did('moved', 'control-5', later, { $set: { email: 'five@example.com' } })]);
  expect((await lab.result(id)).exposure).toMatchObject({ excluded: 5 });
  await excludeFrom({ properties: [{ key: 'page', value: '/admin', type: 'event' }] });
  expect((await lab.result(id)).exposure).toMatchObject({ total: 18, excluded: 2 });
});

test('a person who changes, merges or ages is evaluated again', async () => {
  const id = await run();
  const isRecent = { key: 'joined', operator: 'is_date_after', value: '-2d', type: 'person' };
  await excludeFrom({ properties: [staff, isRecent] });
  const counted = async () => (await lab.result(id)).exposure?.excluded;
  expect(await counted()).toBe(4);
  await lab.capture([did('left', 'control-1', later, { $unset: ['email'] })]);
  expect(await counted()).toBe(3);
  await lab.capture([did('$identify', 'control-4', later, { $anon_distinct_id: 'control-1' })]);
  expect(await counted()).toBe(3);
  await lab.capture([
    did('joined', 'boss', later, { $set: { email: 'boss@example.com' } }),
    did('$identify', 'boss', later, { $anon_distinct_id: 'control-6' }),
  ]);
  expect(await counted()).toBe(4);
  await lab.capture([did('joined', 'control-7', later, { $set: { joined: '2026-11-20' } })]);
  expect(await counted()).toBe(5);
  now += 3 * 24 * 3_600_000;
  expect(await counted()).toBe(4);
});

test('bots and conditions are found in large properties too', async () => {
  const id = await lab.add({ start_date, filters });
  const long = 'long '.repeat(5000);
  const mail = (email: string) => ({ $raw_user_agent: browser, long, $set: { email, long } });
  await lab.capture([
    exposure('bot', 'control', { $raw_user_agent: headless, long }),
    exposure('staff', 'control', mail('staff@example.com')),
    exposure('customer', 'test', mail('customer@shop.test')),
    exposure('short', 'test', {}),
  ]);
  await excludeFrom({ bots: true, properties: [staff] });
  expect((await lab.result(id)).exposure).toMatchObject({ excluded: 2, by_variant: { control: 0, test: 2 } });
});

test('a change after the start is a caution of the verdict, not a change of the experiment', async () => {
  const id = await run(110, 0.5);
  expect((await lab.result(id)).verdict).toMatchObject({ kind: 'no_clear_difference', cautions: [] });
  await excludeFrom({ bots: true });
  expect((await lab.result(id)).verdict.cautions).toEqual([{ code: 'exclusions_changed', changes: 1 }]);
});

test('without $feature_flag_called the first event with the property decides who is a bot', async () => {
  const id = await lab.add({ start_date, filters });
  const carrying = (person: string, time: string, agent: string) =>
    did('seen', person, time, { '$feature/checkout': 'control', $raw_user_agent: agent });
  await lab.capture([
    carrying('a', later, browser),
    carrying('a', at, headless),
    carrying('b', at, browser),
    carrying('b', later, headless),
  ]);
  await excludeFrom({ bots: true });
  expect((await lab.result(id)).exposure).toMatchObject({ source: 'feature_property', total: 1, excluded: 1 });
});

test('summaries update at once, and a change after the start is a change of the run', async () => {
  const id = await run();
  const summary = async () => experimentSummaries.parse((await lab.get('summaries/')).body).results[0]?.result;
  expect((await summary())?.exposure).toMatchObject({ excluded: 0 });
  await excludeFrom({ bots: true });
  await excludeFrom({ bots: true, properties: [] });
  expect((await summary())?.exposure).toMatchObject({ excluded: 4 });
  const { health } = await lab.result(id);
  expect(health?.changes).toEqual([{ kind: 'exclusions_changed', at: '2026-11-21T12:00:00.000Z' }]);
  now += 3_600_000;
  const next = await lab.add({ feature_flag_key: 'next', start_date: new Date(now).toISOString(), filters });
  expect((await lab.result(next)).health?.changes).toEqual([]);
});

test('unsaved exclusions are previewed: the people they would exclude are counted by rule', async () => {
  await run();
  expect(await excluded({ bots: true, properties: [staff] })).toEqual({
    days: 30,
    people: 20,
    excluded: 6,
    bots: 4,
    conditions: [4],
  });
  expect(await excluded({})).toMatchObject({ people: 20, excluded: 0, bots: 4, conditions: [] });
  await excludeFrom({ bots: true });
  expect(await excluded({ properties: [staff] })).toMatchObject({ people: 20, excluded: 4, bots: 4, conditions: [4] });
});

test('the preview reads the event that exposed a person, as the results do, and the first event of others', async () => {
  const earlier = '2026-11-20T11:00:00.000Z';
  const page = { key: 'page', operator: 'exact', value: '/admin', type: 'event' };
  await lab.capture([did('paid', 'control-9', earlier)]);
  const id = await run();
  await lab.capture([did('seen', 'not-exposed', later, { page: '/admin' })]);
  expect(await excluded({ properties: [page] })).toMatchObject({ people: 21, excluded: 3, conditions: [3] });
  await excludeFrom({ properties: [page] });
  expect((await lab.result(id)).exposure).toMatchObject({ excluded: 2 });
});

test('exclusions that cannot be evaluated are refused with their field', async () => {
  const properties = [staff, { key: 'email', operator: 'regex', value: '(' }];
  expect(await excludeFrom({ properties })).toMatchObject({
    status: 400,
    body: { attr: 'experiment_exclusions__properties__1__value' },
  });
  expect(await lab.post('excluded_people/', { properties })).toMatchObject({
    status: 400,
    body: { attr: 'properties__1__value' },
  });
  expect(await excludeFrom({ bots: 'yes' })).toMatchObject({ body: { attr: 'experiment_exclusions__bots' } });
  const { body } = await change({ name: 'Shop' });
  expect(body).toMatchObject({ name: 'Shop', experiment_exclusions: { bots: false, properties: [] } });
});
