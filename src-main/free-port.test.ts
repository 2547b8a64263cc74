import { expect, test } from 'vitest';
import { startOnFreePort } from './free-port.ts';

class PortBusyError extends Error {
  override name = 'PortBusyError';
}

/** Starts on any port that is not busy. */
const startBut = (isBusy: (port: number) => boolean) => async (port: number) => {
  if (isBusy(port)) throw new PortBusyError(`Port ${port} is taken`);
  return port;
};

const near8010 = (isBusy: (port: number) => boolean) => startOnFreePort(8010, true, startBut(isBusy));

test('takes the requested port when it is free', async () => {
  expect(await near8010(() => false)).toBe(8010);
});

test('takes the next free port when others are busy', async () => {
  expect(await near8010((port) => port < 8013)).toBe(8013);
});

test('takes any free port when all neighbors are busy', async () => {
  expect(await near8010((port) => port > 0)).toBe(0);
});

test('tries no other port after a restart', async () => {
  await expect(
    startOnFreePort(
      8010,
      false,
      startBut((port) => port === 8010),
    ),
  ).rejects.toThrow('Port 8010');
});

test('rethrows any other failure at once', async () => {
  const tried: number[] = [];
  const start = async (port: number) => {
    tried.push(port);
    throw new Error('disk full');
  };
  await expect(startOnFreePort(8010, true, start)).rejects.toThrow('disk full');
  expect(tried).toEqual([8010]);
});
