import { readdirSync } from 'node:fs';
import { homedir, release } from 'node:os';
import { app } from 'electron';
import { maskKeys } from '#server/core/mask-keys.ts';
import type { DesktopSettings } from './bridge.ts';
import type { Log } from './log.ts';
import type { ServerAddress } from './server-messages.ts';

type State = { address: ServerAddress | null; isUp: boolean; settings: DesktopSettings; log: Log };

const lines = 200;

/** Writes the facts for a problem report: versions, settings and the end of the log, without keys and the name of the user. */
export function diagnostics({ address, isUp, settings, log }: State): string {
  const { electron, chrome, node } = process.versions;
  const facts = [
    `Benchtop ${app.getVersion()}, Electron ${electron}, Chromium ${chrome}, Node ${node}`,
    `${process.platform} ${release()}, ${process.arch}`,
    `Data folder: ${app.getPath('userData')}`,
    `Server: ${address ? address.url : 'not started'}${isUp ? '' : ', down'}${address?.busyPort ? `, ${address.busyPort} is taken` : ''}`,
    `Settings: ${JSON.stringify(settings)}`,
    `Crash notes: ${crashNotes().length}`,
  ];
  return maskKeys([...facts, '', ...log.recent(lines), ''].join('\n').replaceAll(homedir(), '~'));
}

/** Lists files that the crash reporter keeps on this machine. */
function crashNotes(): string[] {
  try {
    return readdirSync(app.getPath('crashDumps'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.dmp'),
    );
  } catch {
    return [];
  }
}
