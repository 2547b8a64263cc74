import { expect, test } from 'vitest';
import { experiment } from '#server/experiments/contract.ts';
import { projectList } from '#server/projects/contract.ts';
import { serverForEach } from '#server/testing/server-hooks.ts';
import { startCommand } from '../testing/command.ts';

const server = serverForEach();

/** Interrupts a simulation of many people; returns its exit code and what it says. */
async function interrupted(signal: 'SIGINT' | 'SIGTERM', ...args: string[]) {
  const { child, ended, out } = startCommand(['simulate', '--users', '5000', ...args], { server });
  while (!out().includes('truth')) {
    await new Promise((resolve) => child.stdout.once('data', resolve));
  }
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
