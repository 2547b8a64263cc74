import { expect, test } from 'vitest';
import { serverForAll } from '#server/testing/server-hooks.ts';
import { commandsOf } from '../testing/command.ts';

const server = serverForAll();
const run = commandsOf(server);

const send = (testRun: string, ...names: string[]) =>
  server.capture({ batch: names.map((event) => ({ event, distinct_id: 'ann' })) }, `/batch/?test_run=${testRun}`);

test('an event that moves from one event to another of the same name says so', async () => {
  await send('old', 'opened', 'paid', 'opened', 'left');
  await send('new', 'opened', 'left', 'opened', 'paid');
  const { out } = await run('diff', 'old', 'new');
  expect(out).toContain('\n  ~ paid was after opened, is after another opened\n');
  expect(out).toContain('\n  ~ opened was after paid, is after left\n');
});

test('two test runs without events are not called the same', async () => {
  for (const name of ['empty', 'unused']) await server.api('POST', '/api/projects/1/test_runs/', { name });
  const { out } = await run('diff', 'empty', 'unused');
  expect(out.trimEnd().split('\n').at(-1)).toBe('Nothing to compare.');
});

test('people without a counterpart are named as such', async () => {
  await send('alone', 'opened');
  await send('beside', 'opened');
  await server.capture({ event: 'paid', distinct_id: 'bob' }, '/e/?test_run=beside');
  const { out } = await run('diff', 'alone', 'beside');
  expect(out).toContain('\n1 person of the new side has no counterpart. Their events are only counted.\n');
});
