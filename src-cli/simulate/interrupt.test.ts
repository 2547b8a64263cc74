import { expect, test } from 'vitest';
import { experiment } from '#server/experiments/contract.ts';
import { projectList } from '#server/projects/contract.ts';
import { serverForEach } from '#server/testing/server-hooks.ts';
import { startCommand } from '../testing/command.ts';

const server = serverForEach();

/** Starts a simulation of many people; settles when it sends them. */
async function started(...args: string[]) {
  const command = startCommand(['simulate', '--users', '5000', ...args], { server });
  while (!command.out().includes('truth')) {
    await new Promise((resolve) => command.child.stdout.once('data', resolve));
  }
  return command;
}

/** Interrupts a simulation; returns its exit code and what it says. */
async function interrupted(signal: 'SIGINT' | 'SIGTERM', ...args: string[]) {
  const { child, ended } = await started(...args);
  child.kill(signal);
  const { code, err } = await ended;
  return [code, err];
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a simulation that %s interrupts removes its project again', async (signal, code) => {
  expect(await interrupted(signal)).toEqual([code, 'benchtop: Interrupted. The simulated project is removed.\n']);
  expect(projectList.parse((await server.api('GET', '/api/projects/')).body).results).toHaveLength(1);
});

test('a simulation in place that is interrupted says that the people stay', async () => {
  const { body } = await server.api('POST', '/api/projects/1/experiments/', {
    name: 'Checkout',
    feature_flag_key: 'checkout',
    filters: { events: [{ id: 'bought' }] },
    start_date: new Date(Date.now() - 86_400_000).toISOString(),
  });
  const { id } = experiment.parse(body);
  expect(await interrupted('SIGINT', '--experiment', String(id), '--in-place')).toEqual([
    130,
    'benchtop: Interrupted. The people sent so far stay in the experiment.\n',
  ]);
});

test('a simulation whose server stops says how to remove its project', async () => {
  const { ended } = await started();
  await server.stop();
  const { code, err } = await ended;
  const [, project] = /--remove (\d+)\n$/.exec(err) ?? [];
  expect([code, err]).toEqual([
    2,
    `benchtop: No Benchtop answers at ${server.url}. The simulated project stays. Start it with "npx benchtop serve", or name another address with --url or BENCHTOP_URL. To remove the project: npx benchtop simulate --remove ${project}\n`,
  ]);
});
