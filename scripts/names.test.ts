import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Each folder, and a minimum number of exports. */
const folders = { 'src-server': 1000, 'src-renderer': 1000, 'src-cli': 50, 'src-main': 50 };

/** Names that each form has once: its start, and its rules for `useEditForm` (`EditRules`). */
const ofEachForm = new Set(['newForm', 'formOf', 'inputOf', 'validate']);

/** Returns the types, classes and functions that a file exports. */
const namesIn = (source: string): string[] =>
  [
    ...source.matchAll(
      /^export (?:(?:async )?(?:function\*?|class|type|interface) (\w+)|const (\w+) = (?:async )?[<(])/gm,
    ),
  ].map(([, declared, arrow]) => declared ?? arrow ?? '');

test.each(Object.entries(folders))('no two exports of %s share a name', (folder, least) => {
  const places = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|-testing\.tsx?$|\/testing\//.test(path))
    .flatMap((path) => namesIn(readFileSync(join(root, path), 'utf8')).map((name) => ({ name, path })))
    .filter(({ name }) => folder !== 'src-renderer' || !ofEachForm.has(name));
  const shared = [...Map.groupBy(places, ({ name }) => name).values()].filter((ofName) => ofName.length > 1);
  expect(places.length).toBeGreaterThan(least);
  expect(shared.map((ofName) => ofName.map(({ name, path }) => `${name}: ${path}`))).toEqual([]);
});

test.each([
  ['export type Row = { id: number };', ['Row']],
  ['export function* scan() {}', ['scan']],
  ['export async function scan() {}', ['scan']],
  ['export const keyOf = (row: Row) => row.id;', ['keyOf']],
  ['export const keysOf = <T>(rows: T[]) => rows;', ['keysOf']],
  ['export const row = z.object({});', []],
  ['type Row = string;', []],
])('%s exports %j', (source, names) => {
  expect(namesIn(source)).toEqual(names);
});
