import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { type ElectronUse, readElectronUses, shellFiles } from './lib/electron/electron-api.ts';

const root = join(import.meta.dirname, '..');
let uses: ElectronUse[] = [];
let errors: string[] = [];

beforeAll(() => {
  ({ uses, errors } = readElectronUses());
}, 120_000);

/** Fields of objects, not calls: they depend on the API that they are given to. */
const isField = ({ name }: ElectronUse) =>
  /(Options|Preferences|Details|Settings|Data|Response|Rectangle|Display|PermissionRequest|__type)\./.test(name);

test('the walk finds calls, events and options', () => {
  const names = uses.map(({ name }) => name);
  for (const name of [
    'App.requestSingleInstanceLock',
    "App 'open-url'",
    'WebPreferences.sandbox',
    'UtilityProcess.fork',
  ]) {
    expect(names).toContain(name);
  }
});

test('the shell fits the declarations of the pinned Electron', () => {
  expect(errors).toEqual([]);
});

test('nothing that Electron deprecates is used', () => {
  expect(uses.filter(({ deprecated }) => deprecated)).toEqual([]);
});

test('no cast stands between the shell and these declarations', () => {
  const casts = shellFiles().flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\bas (?:any|unknown|never|Electron\.\w+)\b/g)].map(
      ([cast]) => `${path}: ${cast}`,
    ),
  );
  expect(casts).toEqual([]);
});

// After a change of the shell: npx vitest run scripts/electron-api.test.ts -u
test('docs/electron-api.md lists what the shell uses of Electron', async () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const rows = uses
    .filter((use) => !isField(use) || use.platforms !== null)
    .map(({ name, platforms }) => `| \`${name}\` | ${platforms?.replaceAll(',', ', ') ?? 'all'} |`);
  const text = [
    '# What the shell uses of Electron\n',
    `Read from the sources of the shell and the declarations of Electron ${devDependencies.electron}, by \`scripts/electron-api.test.ts\`. A`,
    'platform is named where Electron limits it to some.\n',
    '| API | platforms |\n|---|---|',
    ...rows,
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../docs/electron-api.md');
});
