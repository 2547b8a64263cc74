import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ExpectationFailed, startRun, startRunFor } from 'benchtop/testing';
import { PostHog } from 'posthog-node';
import { beforeEach, expect, test, vi } from 'vitest';
import { serverForAll } from '#server/testing/server-hooks.ts';

const server = serverForAll();
const root = join(import.meta.dirname, '../..');
const documentation = readFileSync(join(root, 'docs/testing.md'), 'utf8');

beforeEach(() => {
  vi.stubEnv('BENCHTOP_URL', server.url);
  vi.stubEnv('BENCHTOP_PERSONAL_API_KEY', server.personalKey);
  return () => vi.unstubAllEnvs();
});

type Sent = { event: string; properties?: object };

/** Sends an event with posthog-node from an app that `run.env` configures. */
async function send({ POSTHOG_KEY, POSTHOG_HOST }: { POSTHOG_KEY: string; POSTHOG_HOST: string }, events: Sent[]) {
  const app = new PostHog(POSTHOG_KEY, { host: POSTHOG_HOST, flushAt: 1 });
  for (const event of events) app.capture({ distinctId: 'ada', ...event });
  await app.shutdown();
}

test('concurrent test runs see only their own events, and end with their scope', async () => {
  let name: string;
  {
    await using left = await startRun({ label: 'Left', build: '1.2' });
    await using right = await startRun({ name: 'right' });
    name = left.name;
    await Promise.all([
      send(left.env, [{ event: 'checkout', properties: { plan: 'pro', total: 12 } }]),
      send(right.env, [{ event: 'refund' }, { event: 'refund' }]),
    ]);
    await left.expectEvent('checkout', { plan: ['pro', 'team'], total: { operator: 'gte', value: 10 } }, { count: 1 });
    expect(await right.expectEvent('refund', {}, { count: { at_least: 2 } })).toMatchObject({ found: 2 });
    await left.end();
    await left.expectNoEvent('refund');
    expect((await right.events()).map(({ event }) => event)).toEqual(['refund', 'refund']);
  }
  expect(await server.api('GET', `/api/projects/@current/test_runs/${name}/`)).toMatchObject({
    body: { label: 'Left', build: '1.2', ended_at: expect.any(String), events: 1 },
  });
});

test('it waits for an event that arrives later', async () => {
  await using run = await startRun();
  const expected = run.expectEvent('late');
  await send(run.env, [{ event: 'late' }]);
  expect(await expected).toMatchObject({ status: 'passed', found: 1 });
});

test('a failing expectation reports the number found and the nearest miss', async () => {
  await using run = await startRun({ name: 'failing' });
  await send(run.env, [{ event: 'checkout', properties: { plan: 'free' } }]);
  const failed = await run.expectEvent('checkout', { plan: 'pro' }, { timeoutMs: 0 }).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ExpectationFailed);
  expect(String(failed)).toMatch(
    /^ExpectationFailed: Test run failing does not have the expected events\.\n {2}expected at least 1 checkout, found 0\n {2}nearest miss: [\w-]{36}\n {4}properties\.plan: expected exact "pro", got "free"$/,
  );
});

test('a surplus event, a forbidden event, and a check fail', async () => {
  await using run = await startRun();
  await send(run.env, [{ event: 'paid' }, { event: 'paid' }]);
  await expect(run.expectEvent('paid', {}, { count: 1 })).rejects.toThrow('expected exactly 1 paid, found 2');
  await expect(run.expectNoEvent('paid')).rejects.toThrow('found 2');
  await run.end();
  const rules = [{ event: 'paid' }, { name: 'Two refunds', event: 'refund', count: { exactly: 2 } }];
  await expect(run.check(rules)).rejects.toThrow('  Two refunds:\n  expected exactly 2 refund, found 0');
  await expect(run.check()).rejects.toThrow(/expectation/);
});

test('an unknown key is refused with what to do', async () => {
  await expect(startRun({ key: 'phx_unknown' })).rejects.toThrow(/BENCHTOP_PERSONAL_API_KEY/);
});

const buy = (env: Parameters<typeof send>[0]) => send(env, [{ event: 'checkout', properties: { plan: 'pro' } }]);

test('a purchase is tracked', async (context) => {
  const run = await startRunFor(context);
  await buy(run.env);
  await run.expectEvent('checkout', { plan: 'pro' });
});

test('the run of a Vitest test is labeled with its name, and ends with it', async () => {
  const answer = await server.api('GET', '/api/projects/@current/test_runs/?search=purchase');
  expect(answer).toMatchObject({
    body: { results: [{ label: 'a purchase is tracked', ended_at: expect.any(String), events: 1 }] },
  });
});

test('the tests in the documentation are tests of this repository', () => {
  const blocks = [...documentation.matchAll(/```ts\n(test\([\s\S]*?)```/g)].map(([, block = '']) => block);
  expect(blocks).toHaveLength(2);
  const files = ['src-cli/test-helpers/testing.test.ts', 'e2e/sdk-test-runs.spec.ts'];
  const sources = files.map((file) => readFileSync(join(root, file), 'utf8'));
  expect(blocks.filter((block, index) => !sources[index]?.includes(block))).toEqual([]);
});

// As a script of the documentation: in plain Node, by package name.
test('the first example of the documentation runs in Node', async () => {
  const [, example = ''] = documentation.match(/```js\n([\s\S]*?)```/) ?? [];
  expect(example).toContain("from 'benchtop/testing'");
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', example], { cwd: root });
});
