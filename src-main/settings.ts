import { readFileSync, writeFileSync } from 'node:fs';
import type { DesktopSettings } from './bridge.ts';

/** Nothing that outlives the window or touches the system, until someone asks for it. */
const initial: DesktopSettings = {
  keepServing: false,
  startAtLogin: false,
  notifyOfFailure: true,
  notifyOfDecision: true,
  updates: null,
};

/** Parses settings from any value that was read or received. */
function settingsIn(value: unknown): Partial<DesktopSettings> {
  if (value === null || typeof value !== 'object') return {};
  return Object.fromEntries(
    Object.entries(value).filter(([name, setting]) => Object.hasOwn(initial, name) && typeof setting === 'boolean'),
  );
}

export type SettingsFile = { read: () => DesktopSettings; change: (change: unknown) => DesktopSettings };

/** Opens the settings of the app on this machine, a file of the data folder. A file that cannot be read has the initial ones. */
export function openSettings(file: string): SettingsFile {
  const read = () => {
    try {
      return { ...initial, ...settingsIn(JSON.parse(readFileSync(file, 'utf8'))) };
    } catch {
      return initial;
    }
  };
  return {
    read,
    change: (change) => {
      const changed = settingsIn(change);
      const settings = { ...read(), ...changed };
      if (Object.keys(changed).length === 0) return settings;
      try {
        writeFileSync(file, `${JSON.stringify(settings)}\n`, { mode: 0o600 });
      } catch (error) {
        throw new Error(`The settings cannot be stored: ${(error as Error).message}`);
      }
      return settings;
    },
  };
}
