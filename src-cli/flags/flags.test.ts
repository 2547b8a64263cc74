import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, expect, test } from 'vitest';
import { flag } from '#server/flags/contract.ts';
import { evaluation } from '#server/flags/evaluation/evaluation-contract.ts';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { commandsOf } from '../testing/command.ts';

const server = serverForAll();
const run = commandsOf(server);

const variants = ['control', 'test'].map((key) => ({ key, rollout_percentage: 50 }));
const forPro = { groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }], rollout_percentage: 100 }] };

beforeAll(async () => {
  await server.api('POST', '/api/projects/1/feature_flags/', { key: 'new-checkout', filters: forPro });
  const filters = { groups: [{ rollout_percentage: 100 }], multivariate: { variants } };
  await server.api('POST', '/api/projects/1/feature_flags/', { key: 'price', filters });
});

const served = async (key: string, distinctId: string) => {
  const { body } = await server.capture({ distinct_id: distinctId }, '/flags/?v=2');
  return (body as { flags: Record<string, { enabled: boolean; variant?: string }> }).flags[key];
};

test('the list has all flags, and a single flag its overrides', async () => {
  const { out } = await run('flags', 'get');
  expect(out).toMatch(/price +active +depends on the person +control 50%, test 50% +0\n/);
  expect(out).toContain('new-checkout');
  const one = flag.parse(JSON.parse((await run('flags', 'get', 'price', '--json')).out));
  expect(one).toMatchObject({ key: 'price', active: true });
});

test('a person’s value is shown with the condition that decided', async () => {
  const free = await run('flags', 'get', 'new-checkout', '--distinct-id', 'ann', '--property', 'plan=free');
  expect(free.out).toMatch(/new-checkout +false/);
  expect(free.out).toContain('condition 1: no match; plan exact pro fails: it is free');
  const args = ['flags', 'get', 'new-checkout', '--distinct-id', 'ann', '--property', 'plan=pro', '--json'];
  expect(evaluation.parse(JSON.parse((await run(...args)).out))).toMatchObject({ key: 'new-checkout', value: true });
});

test('an override is served until it is cleared', async () => {
  expect(await run('flags', 'override', 'new-checkout', 'true', '--distinct-id', 'ann')).toMatchObject({
    code: 0,
    out: 'new-checkout is true for ann, until "npx benchtop flags override new-checkout --clear --distinct-id ann".\n',
  });
  await run('flags', 'override', 'price', 'test');
  expect(await served('new-checkout', 'ann')).toMatchObject({ enabled: true });
  expect(await served('price', 'bob')).toMatchObject({ variant: 'test' });
  expect((await run('flags', 'get', 'new-checkout')).out).toContain('overridden: true for ann');
  const cleared = await run('flags', 'override', 'new-checkout', '--clear', '--distinct-id', 'bob');
  expect(cleared.out).toBe('new-checkout has no override for bob.\n');
  expect((await run('flags', 'override', 'new-checkout', '--clear')).out).toBe(
    'new-checkout is no longer overridden for ann.\n',
  );
  expect(await served('new-checkout', 'ann')).toMatchObject({ enabled: false });
});

test('all overrides of a flag are cleared, also more than a page of the list', async () => {
  // Requests for them would take most of the test's time.
  const database = new Database(join(server.dataDir, 'benchtop.sqlite'));
  database.exec(`
    WITH RECURSIVE users (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM users WHERE n < 1001)
    INSERT INTO flag_overrides (project_id, flag_id, distinct_id, value, created_at)
    SELECT 1, 1, 'user ' || n, 'true', 0 FROM users`);
  database.close();
  const cleared = await run('flags', 'override', 'new-checkout', '--clear', '--json');
  expect(JSON.parse(cleared.out)).toHaveLength(1001);
  expect((await run('flags', 'override', 'new-checkout', '--clear')).out).toBe('new-checkout has no override.\n');
  // 1,001 changes, each on the disk before the next.
}, 180_000);

test.each([
  [['get', 'nope'], 'No flag has the key "nope". "npx benchtop flags get" lists all.'],
  [['get', '--property', 'plan=pro'], '--property and --group belong to a person: add --distinct-id.'],
  [['get', '--distinct-id', 'ann', '--property', 'plan'], 'Invalid --property "plan": use a name and a value'],
  [['override', 'price', 'blue'], '`value` must be one of the values of the flag: false, control, test; got "blue".'],
  [['override', 'price'], 'Give either a value'],
  [['override', 'price', 'test', '--clear'], 'Give either a value'],
])('flags %j could not run, and says why', async (args, says) => {
  const { code, out, err } = await run('flags', ...args);
  expect([code, out, err]).toEqual([2, '', expect.stringContaining(says)]);
});
