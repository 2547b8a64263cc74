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

test.each([[[]], [['test-run']]])('%j prints the commands that there are, and exits with 2', async (args) => {
  const { code, err } = await startCommand(args).ended;
  expect(code).toBe(2);
  expect(err).toContain('Commands:');
  expect(err).not.toContain('outputHelp');
});

test.each([[['tail', '--test-run', '']], [['test-run', 'end', '']]])(
  '%j, from an unset variable, is a mistake',
  async (args) => {
    const { code, err } = await startCommand(args).ended;
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^benchtop: .* is empty: give it a value, or leave it out\.\n$/),
    ]);
  },
);
