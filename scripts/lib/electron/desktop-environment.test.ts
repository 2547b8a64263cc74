import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { desktopEnvironment } from './desktop-environment.ts';

beforeEach(() => void vi.stubEnv('BENCHTOP_PORT', '8020'));
afterEach(() => void vi.unstubAllEnvs());

test('the app gets the port and the data folder of the arguments, else those of the environment', () => {
  const { BENCHTOP_PORT, BENCHTOP_DATA_DIR } = desktopEnvironment(['--data-dir', 'data']);
  expect([BENCHTOP_PORT, BENCHTOP_DATA_DIR]).toEqual(['8020', 'data']);
  expect(desktopEnvironment(['--port=0']).BENCHTOP_PORT).toBe('0');
});

test.each([['--restore'], ['--port'], ['data'], ['--port', '0', '--host', '::']])(
  'what it would ignore is refused: %j',
  (...args) => {
    expect(() => desktopEnvironment(args)).toThrow(
      `takes --port <number> and --data-dir <folder>, not ${args.join(' ')}. npm run serve takes more options.`,
    );
  },
);
