import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { commandEvent } from '#main/commands.ts';
import type { Project } from '#server/projects/contract.ts';
import { hotkeyOf } from './hotkey.ts';
import { palette } from './palette-store.ts';
import { paletteWords } from './palette-words.ts';
import { useCommands } from './use-commands.ts';

/** Runs the commands of the native menus, also one that came before this page listened, and those that have keys but no page. */
export function DesktopCommands({ projects, address }: { projects: Project[]; address: string | undefined }) {
  const entries = useCommands(projects, address).flatMap((group) => group.entries);
  const run = (id: string) => {
    const entry = entries.find((candidate) => candidate.id === id);
    if (id === 'palette') palette.open();
    else if (entry !== undefined) entry.run();
    else if (id === 'copy-link') notifications.show({ message: paletteWords.noLink });
  };
  const latest = useRef(run);
  latest.current = run;
  useHotkeys([[hotkeyOf('copy-link'), () => run('copy-link')]], []);
  useEffect(() => {
    const take = async () => {
      const command = await window.desktop?.takeCommand();
      if (command) latest.current(command);
    };
    window.addEventListener(commandEvent, take);
    // One may have come before.
    void take();
    return () => window.removeEventListener(commandEvent, take);
  }, []);
  return null;
}
