import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** What an SDK can do beside events, persons and aliases. `local`: it evaluates flags itself. */
export const abilities = ['groups', 'flags', 'local', 'payloads', 'remote config'] as const;
type Ability = (typeof abilities)[number];

/**
 * A version of an SDK. `installed`: the package of this repository that holds it; those are part of `npm test`. `newest` is the
 * newest that npm can install.
 */
export type Sdk = { name: string; version: string; can: readonly Ability[]; installed?: string };

const flags = ['groups', 'flags'] as const;
const payloads = [...flags, 'payloads'] as const;
const local = [...flags, 'local'] as const;
const all = [...local, 'payloads', 'remote config'] as const;

export const nodeSdks: Sdk[] = [
  { name: 'posthog-node', version: '1.0.7', can: [] },
  { name: 'posthog-node', version: '1.3.0', can: flags },
  { name: 'posthog-node', version: '2.0.1', can: local },
  { name: 'posthog-node', version: '2.2.3', can: local, installed: 'posthog-node-2' },
  { name: 'posthog-node', version: '3.1.1', can: [...local, 'payloads'] },
  { name: 'posthog-node', version: '3.6.3', can: [...local, 'payloads'] },
  { name: 'posthog-node', version: '4.11.5', can: all },
  { name: 'posthog-node', version: '4.17.2', can: all },
  { name: 'posthog-node', version: 'newest', can: all, installed: 'posthog-node' },
];

/** `script`: the module that a page loads, if no bundler is needed. */
export const browserSdks: (Sdk & { script?: string })[] = [
  { name: 'posthog-js', version: '1.20', can: flags },
  { name: 'posthog-js', version: '1.39.5', can: flags },
  { name: 'posthog-js', version: '1.57.3', can: payloads, installed: 'posthog-js-1-57', script: 'dist/es.js' },
  { name: 'posthog-js', version: '1.96.1', can: payloads },
  { name: 'posthog-js', version: '1.160', can: payloads },
  { name: 'posthog-js', version: 'newest', can: payloads, installed: 'posthog-js', script: 'dist/module.mjs' },
  { name: 'posthog-js-lite', version: 'newest', can: payloads },
];

/** Returns a row of the table of SDKs in docs/sdks.md. */
export function documentedRow({ name, version, can }: Sdk): string {
  const cells = abilities.map((ability) => (can.includes(ability) ? 'yes' : '–'));
  return `| ${name} ${version} | yes | ${cells.join(' | ')} |`;
}

/** The folder of `npm run test:sdks`, which has a folder for each SDK. */
const folder = process.env.BENCHTOP_SDKS;

export const sdkId = ({ name, version }: Sdk) => `${name}-${version}`;

/** File in the folder of an SDK that says why it could not be installed. */
export const installError = 'install-error.txt';
/** File in the folder of a browser SDK: all of it as one module. */
export const bundle = 'bundle.js';

/** Returns the SDKs of this run: all after `npm run test:sdks`, else those that are installed with this repository. */
export const ofThisRun = <One extends Sdk>(sdks: One[]): One[] =>
  folder === undefined ? sdks.filter(({ installed }) => installed !== undefined) : sdks;

/** Returns the path of an SDK's module; throws why it could not be installed. */
export function moduleOf(sdk: Sdk & { script?: string }): string {
  if (folder === undefined) {
    const name = sdk.installed ?? sdk.name;
    const ofPackage = join(import.meta.dirname, '../../node_modules', name);
    return sdk.script === undefined ? createRequire(import.meta.url).resolve(name) : join(ofPackage, sdk.script);
  }
  const home = join(folder, sdkId(sdk));
  const error = join(home, installError);
  if (existsSync(error)) throw new Error(`${sdkId(sdk)} could not be installed:\n${readFileSync(error, 'utf8')}`);
  const isBundled = existsSync(join(home, bundle));
  return isBundled ? join(home, bundle) : createRequire(join(home, 'package.json')).resolve(sdk.name);
}
