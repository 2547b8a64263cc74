import { windowCommands } from '#main/commands.ts';

/** Returns the keys of a command as Mantine's hotkeys write them: Electron calls Ctrl or Cmd otherwise. */
export const hotkeyOf = (command: keyof typeof windowCommands): string =>
  windowCommands[command].accelerator.replace('CmdOrCtrl', 'mod');
