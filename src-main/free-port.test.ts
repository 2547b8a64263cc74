import { expect, test } from 'vitest';
import { startOnFreePort } from './free-port.ts';

class PortBusyError extends Error {
  override name = 'PortBusyError';
}

/** Starts on every port but the busy ones. */
const startBut = (isBusy: (port: number) => boolean) => async (port: number) => {
  if (isBusy(port)) throw new PortBusyError(`Port ${port} is taken`);
  return port;
};

const near8010 = (isBusy: (port: number) => boolean) => startOnFreePort(8010, true, startBut(isBusy));

test('a free port is taken as asked for', async () => {
  expect(await near8010(() => false)).toBe(8010);
});

test('the next free port is taken when others are busy', async () => {
  expect(await near8010((port) => port < 8013)).toBe(8013);
});

test('any free port will do when all the neighbours are busy, too', async () => {
  expect(await near8010((port) => port > 0)).toBe(0);
});

test('no other port is tried after a restart', async () => {
  await expect(
    startOnFreePort(
      8010,
      false,
      startBut((port) => port === 8010),
    ),
  ).rejects.toThrow('Port 8010');
});

test('a failure that is no busy port is passed on at once', async () => {
  const tried: number[] = [];
  const start = async (port: number) => {
    tried.push(port);
    throw new Error('disk full');
  };
  await expect(startOnFreePort(8010, true, start)).rejects.toThrow('disk full');
  expect(tried).toEqual([8010]);
});
