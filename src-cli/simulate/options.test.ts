import { expect, test } from 'vitest';
import { simulateCommand } from './command.ts';
import type { SimulateOptions } from './options.ts';

/** Returns the options of a command line, with the address and key of the server. */
async function read(...args: string[]) {
  const seen: (SimulateOptions & { url?: string; key?: string; project?: number })[] = [];
  const command = simulateCommand(async (options, { url, key, project }) => {
    seen.push({ ...options, ...(url && { url }), ...(key && { key }), ...(project && { project }) });
  });
  await command
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .parseAsync(args, { from: 'user' });
  return seen[0];
}

test('without flags it simulates the example', async () => {
  expect(await read()).toEqual({
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

test('flags change what is simulated', async () => {
  const args = [
    '--url',
    'http://[::1]:8011',
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
    '--dispersion',
    '5',
    '--heavy-tail',
    '--secondary-baseline',
    '2=1.5',
    '--secondary-effect',
    '2:a=-10',
    '--secondary-effect',
    '1:b=+5%',
  ];
  expect(await read(...args, ...more)).toEqual({
    url: 'http://[::1]:8011',
    key: 'phx_flag',
    project: 3,
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
  expect((await read('--aa'))?.effects).toEqual({});
  expect((await read('--url', 'https://bench.example', '--allow-remote'))?.url).toBe('https://bench.example');
});

const mistakes: [args: string[], says: RegExp][] = [
  [['--url', 'http://192.0.2.1:8010'], /is another machine\. Add --allow-remote/],
  [['--url', 'http://localhost.evil.example'], /is another machine/],
  [['--url', 'nowhere'], /^Invalid --url/],
  [['--url', 'file:///etc/hosts'], /^Invalid --url/],
  [['--userz', '5'], /--userz/],
  [['--users', 'many'], /^Invalid --users "many": use a number/],
  [['--users', ''], /^Invalid --users/],
  [['--experiment', '1e3'], /^Invalid --experiment "1e3": use a number, as in the address of its page/],
  [['--remove', '0'], /^Invalid --remove/],
  [
    ['--remove', '2', '--users', '10'],
    /^--remove takes --url, --key, --data-dir, --json and --allow-remote only: leave out --users\.$/,
  ],
  [['--remove', '2', '--project', '2'], /^--remove takes .* leave out --project\.$/],
  [['--effect', 'test'], /Invalid --effect "test": .*such as test=\+10/],
  [['--effect', 'test=ten'], /such as test=\+10/],
  [['--effect', 'test=+10', '--aa'], /^--aa means no effect/],
  [['--in-place'], /^--in-place needs --experiment/],
  [['--project', '1'], /^--project says where/],
];
test.each(mistakes)('%j is refused with what to do instead', async (args, says) => {
  await expect(read(...args)).rejects.toThrow(says);
});
