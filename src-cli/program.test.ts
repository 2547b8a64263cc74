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
