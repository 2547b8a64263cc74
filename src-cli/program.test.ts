import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';
import { startCommand } from './testing/command.ts';

const root = join(import.meta.dirname, '..');

test.each([[['--help']], [['serve', '--help']], [['completion', 'bash']]])(
  '%j ends quietly when nobody reads its output',
  async (args) => {
    const command = startCommand(args);
    command.child.stdout.destroy();
    const { code, err } = await command.ended;
    expect([code, err]).toEqual([0, '']);
  },
);

test('docs/headless.md has each option of serve, with its environment variable', () => {
  const document = readFileSync(join(root, 'docs/headless.md'), 'utf8');
  const options = createProgram().commands.find((command) => command.name() === 'serve')?.options ?? [];
  expect(options.length).toBeGreaterThan(10);
  for (const { long, envVar = '' } of options)
    expect(document).toMatch(new RegExp(`^\\| \`${long}\` +\\| ${envVar && `\`${envVar}\``}`, 'm'));
});

/** Returns the lines of a document that call a command, from its name on. */
function callsIn(document: string): string[] {
  const names = createProgram()
    .commands.map((command) => command.name())
    .join('|');
  const call = new RegExp(`(?:\`|benchtop |npm run )((?:${names})\\b[^\`\n|>#&]*)`, 'g');
  return Array.from(readFileSync(join(root, document), 'utf8').matchAll(call), ([, line = '']) => line);
}

/** Returns the options of a call that its command does not have. */
function unknownOptions(call: string): string[] {
  const words = call.replaceAll(/\$\(.*?\)/g, '').split(/\s+/);
  let command = createProgram();
  for (const word of words) command = command.commands.find((one) => one.name() === word) ?? command;
  const known = ['-', '--', '--help', ...command.options.flatMap(({ long, short }) => [long, short])];
  return words.filter((word) => word.startsWith('-') && !known.includes(word));
}

test('every option of a command that a document names exists', () => {
  const calls = globSync(['*.md', 'docs/*.md'], { cwd: root }).flatMap(callsIn);
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter((call) => unknownOptions(call).length > 0)).toEqual([]);
});

test('a paragraph of a help is one line, which the terminal breaks', () => {
  const commandsOf = (command: CommandUnknownOpts): CommandUnknownOpts[] => [
    command,
    ...command.commands.flatMap(commandsOf),
  ];
  const paragraphs = commandsOf(createProgram()).flatMap((command) => command.description().split('\n\n'));
  expect(paragraphs.filter((paragraph) => paragraph.includes('\n'))).toEqual([]);
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
