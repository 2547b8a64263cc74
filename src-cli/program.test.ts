import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';
import { startCommand } from './testing/command.ts';

test.each([[['--help']], [['serve', '--help']], [['completion', 'bash']]])(
  '%j ends quietly when nobody reads its output',
  async (args) => {
    const command = startCommand(args);
    command.child.stdout.destroy();
    const { code, err } = await command.ended;
    expect([code, err]).toEqual([0, '']);
  },
);

test('the README has each option of serve, with its environment variable', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const options = createProgram().commands.find((command) => command.name() === 'serve')?.options ?? [];
  expect(options.length).toBeGreaterThan(10);
  for (const { long, envVar = '' } of options)
    expect(readme).toMatch(new RegExp(`^\\| \`${long}\` +\\| ${envVar && `\`${envVar}\``}`, 'm'));
});

test.each([[[]], [['test-run']], [['flags']]])(
  '%j without a command prints its help and nothing else',
  async (args) => {
    const { code, out, err } = await startCommand(args).ended;
    expect([code, out, err]).toEqual([
      2,
      '',
      expect.stringMatching(/^Usage: benchtop.*\n {2}help \[command\] +display help for command\n$/s),
    ]);
  },
);

test.each([
  [['tail', '--test-run', '']],
  [['tail', '--filter', 'event:a', '--filter', '']],
  [['doctor', '--url', '']],
  [['doctor', '--key', '']],
  [['flags', 'override', 'new-nav', 'true', '--distinct-id', '']],
  [['test-run', 'end', '']],
  [['diff', 'old', '']],
])('an empty value is refused: %j', async (args) => {
  const { code, err } = await startCommand(args).ended;
  expect([code, err]).toEqual([
    2,
    expect.stringMatching(/^benchtop: .* is empty: give it a value, or leave it out\.\n$/),
  ]);
});
