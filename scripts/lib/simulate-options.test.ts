import { expect, test } from 'vitest';
import { readOptions } from './simulate-options.ts';

const key = { BENCHTOP_PERSONAL_API_KEY: 'phx_fromEnvironment' };
const read = (...args: string[]) => readOptions(args, key);

test('without flags it simulates the example on this machine, with the key from the environment', () => {
  expect(read()).toEqual({
    url: 'http://127.0.0.1:8010',
    key: 'phx_fromEnvironment',
    project: '@current',
    experiment: null,
    users: 2000,
    baseline: null,
    effects: null,
    spread: { dispersion: 1, tail: 'light' },
    secondary: new Map(),
    seed: 7,
    days: 14,
    inPlace: false,
    remove: null,
  });
});

test('flags override the environment', () => {
  const args = [
    '--url',
    'http://[::1]:8011/live',
    '--key',
    'phx_flag',
    '--project',
    '3',
    '--experiment',
    '12',
    '--users',
    '500',
  ];
  const more = [
    '--baseline',
    '2.5',
    '--effect',
    'a=+10',
    '--effect',
    'b=-2.5%',
    '--seed=-1',
    '--days',
    '0.5',
    '--in-place',
    ...['--dispersion', '5', '--heavy-tail', '--secondary-baseline', '2=1.5'],
    ...['--secondary-effect', '2:a=-10', '--secondary-effect', '1:b=+5%'],
  ];
  expect(read(...args, ...more)).toEqual({
    url: 'http://[::1]:8011',
    key: 'phx_flag',
    project: '3',
    experiment: 12,
    users: 500,
    baseline: 2.5,
    effects: { a: 10, b: -2.5 },
    spread: { dispersion: 5, tail: 'heavy' },
    secondary: new Map([
      [1, { baseline: 1.5, effects: { a: -10 } }],
      [0, { effects: { b: 5 } }],
    ]),
    seed: -1,
    days: 0.5,
    inPlace: true,
    remove: null,
  });
  expect(read('--aa')?.effects).toEqual({});
  expect(read('--url', 'https://bench.example', '--allow-remote')?.url).toBe('https://bench.example');
  expect(read('--help')).toBeUndefined();
});

const mistakes: [args: string[], says: RegExp][] = [
  [['--url', 'http://192.0.2.1:8010'], /not this machine: add --allow-remote/],
  [['--url', 'http://localhost.evil.example'], /not this machine/],
  [['--url', 'nowhere'], /not an address/],
  [['--url', 'file:///etc/hosts'], /not an address/],
  [['--userz', '5'], /--userz/],
  [['--users', 'many'], /^--users takes a number, not "many"/],
  [['--users', ''], /^--users takes a number/],
  [['--experiment', '1e3'], /^--experiment takes the number in the address of its page, not "1e3"/],
  [['--remove', '0'], /^--remove takes the number/],
  [['--effect', 'test'], /such as test=\+10, not "test"/],
  [['--effect', 'test=ten'], /such as test=\+10/],
  [['--effect', 'test=+10', '--aa'], /^--aa means no effect/],
  [['--in-place'], /^--in-place needs --experiment/],
  [['--project', '1'], /^--project says where/],
];
test.each(mistakes)('%j is refused with what to do instead', (args, says) => {
  expect(() => read(...args)).toThrow(says);
});

test('without a key anywhere it says where to get one', () => {
  expect(() => readOptions([], {})).toThrow('Settings → Personal keys');
});
