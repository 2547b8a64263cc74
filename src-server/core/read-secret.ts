import { readFileSync } from 'node:fs';
import { SettingsError } from './errors/settings-error.ts';

/** Reads a secret of the environment: `name`, or the file that `name` with `_FILE` names. '' without both. Throws SettingsError. */
export function readSecret(name: string, env: NodeJS.ProcessEnv): string {
  const fileName = `${name}_FILE`;
  const file = env[fileName];
  if (!file) return env[name] ?? '';
  if (env[name]) throw new SettingsError(`Set ${name} or ${fileName}, not both.`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SettingsError(`${fileName} names a file that cannot be read (${code}): ${file}.`);
  }
}
