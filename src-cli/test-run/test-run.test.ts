import { expect, test } from 'vitest';
import { testRun, testRunList } from '#server/test-runs/contract.ts';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { commandsOf, startCommand } from '../testing/command.ts';

const server = serverForAll();
const run = commandsOf(server);

const send = (name: string, event: string) =>
  server.capture({ event, distinct_id: 'ada' }, `/capture/?test_run=${name}`);

test('a test run is started, filled, ended and listed', async () => {
  const started = await run('test-run', 'start', 'checkout-1', '--label', 'Checkout', '--build', '1.2.4');
  expect(started).toMatchObject({ code: 0, err: '' });
  expect(started.out).toContain(`${server.url}/test-run/checkout-1`);
  await send('checkout-1', 'paid');
  await send('checkout-1', 'shipped');
  expect(await run('test-run', 'end', 'checkout-1')).toEqual({
    code: 0,
    out: 'Test run checkout-1 ended: 2 events, 0 dropped, 0 rejected.\n',
    err: '',
  });
  const listed = await run('test-run', 'list', '--search', 'checkout');
  expect(listed.out).toMatch(
    /^ {2}name +started +status +events.*\n {2}checkout-1 +\S+ \S+ +ended +2 +0 +0 +1\.2\.4 +Checkout\n$/,
  );
  const asJson = testRunList.shape.results.parse(JSON.parse((await run('test-run', 'list', '--json')).out));
  expect(asJson).toMatchObject([{ name: 'checkout-1', label: 'Checkout', build: '1.2.4', events: 2 }]);
});

test('--quiet prints only the name, for a script to pass on in the environment', async () => {
  const { out } = await run('test-run', 'start', '--quiet');
  expect(out).toMatch(/^run-\d{8}-\d{6}-[0-9a-f]{8}\n$/);
  const end = commandsOf(server, { BENCHTOP_TEST_RUN: out.trim() });
  expect((await end('test-run', 'end')).out).toContain(`Test run ${out.trim()} ended`);
});

test('--assign assigns events without a test run', async () => {
  const { out } = await run('test-run', 'start', 'ann-clicks', '--assign', 'distinct_id=ann', '--json');
  expect(testRun.parse(JSON.parse(out)).assign).toEqual({ distinct_id: 'ann' });
  await server.capture({ event: 'clicked', distinct_id: 'ann' });
  expect((await run('test-run', 'end', 'ann-clicks')).out).toContain('1 event,');
});

test('what is started with --assign says which requests need not name it', async () => {
  const started = await run('test-run', 'start', 'bob-clicks', '--assign', 'distinct_id=bob');
  expect(started.out).toContain('Until it ends, everything from bob that names no test run belongs to it.\n');
  await run('test-run', 'end', 'bob-clicks');
  expect((await run('test-run', 'start', 'named')).out).not.toContain('Until it ends');
});

test('a test run ends by the clock of the server, also where the own clock is an hour slow', async () => {
  const slow =
    'const N = Date; globalThis.Date = class extends N { constructor(...a) { super(...(a.length ? a : [N.now() - 36e5])); } };';
  await run('test-run', 'start', 'slow');
  await send('slow', 'paid');
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(slow)}`;
  expect(await startCommand(['test-run', 'end', 'slow'], { server, env: { NODE_OPTIONS } }).ended).toMatchObject({
    code: 0,
    err: '',
  });
  const listed = await run('test-run', 'list', '--search', 'slow');
  expect(listed.out).toMatch(/ ended +1 /);
});

test('a list that is cut off says how many test runs it leaves out', async () => {
  await run('test-run', 'start', 'left-out');
  expect((await run('test-run', 'list', '--limit', '0')).out).toMatch(/… and \d+ more: --limit \d+\n$/);
});

test.each([
  [['start', 'checkout 1'], /^benchtop: `name` must be 1 to 100 letters, .* \(400 invalid_input\)\n$/],
  [
    ['start', '--assign', 'ann'],
    /^benchtop: Invalid --assign "ann": use everything, distinct_id=<id> or sdk=<name>\.\n$/,
  ],
  [['end', 'unknown'], /^benchtop: No test run has the name "unknown"\. \(404 not_found\)\n$/],
  [['end'], /^benchtop: Name the test run to end, or set BENCHTOP_TEST_RUN\.\n$/],
  [['list', '--limit', 'all'], /^benchtop: Invalid --limit "all": use a whole number from 0 to 1000\.\n$/],
])('test-run %j could not run, and says why', async (args, says) => {
  const { code, out, err } = await run('test-run', ...args);
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(says)]);
});
