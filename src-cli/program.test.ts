import { expect, test } from 'vitest';
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
