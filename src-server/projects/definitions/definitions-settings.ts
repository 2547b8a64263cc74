import { SettingsError } from '../../core/errors/settings-error.ts';
import { readSecret } from '../../core/read-secret.ts';

/** Another Benchtop, of which this one takes its definitions. `url`: without a slash at its end. `everyMs`: between two requests. */
export type DefinitionsSettings = { url: string; key: string; everyMs: number };

const option = '--definitions-url';
export const definitionsKeyName = 'BENCHTOP_DEFINITIONS_KEY';
const everyMs = 3000;

/** Reads the key of a source from the environment. Throws SettingsError. */
export function readDefinitionsSettings(text: string, env: NodeJS.ProcessEnv): DefinitionsSettings {
  const url = URL.parse(text);
  // The message must not repeat a password.
  if (text.includes('@'))
    throw new SettingsError(`${option} must not have a user or password: set ${definitionsKeyName}.`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new SettingsError(`Invalid ${option} "${text}": use the address of a Benchtop, like http://desk:8010.`);
  const key = readSecret(definitionsKeyName, env);
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const name = `${definitionsKeyName} or the file that ${definitionsKeyName}_FILE names`;
    throw new SettingsError(`${option} needs ${name}: a personal API key of that server for all projects.`);
  }
  return { url: url.href.replace(/\/+$/, ''), key, everyMs };
}
