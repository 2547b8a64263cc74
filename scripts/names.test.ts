import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
/** Each folder, and a minimum number of exports. */
const folders = { 'src-server': 1000, 'src-renderer': 1000, 'src-cli': 50, 'src-main': 50 };

/** Names that several files may export, and which ones. */
const exceptions: Record<string, RegExp> = {
  // The texts that only one room and the rooms in it use.
  words: /^src-renderer\/.*\/words\.tsx?$/,
  // The start of each form, and its rules for `useEditForm` (`EditRules`).
  ...Object.fromEntries(
    ['newForm', 'formOf', 'inputOf', 'validate', 'fieldOf'].map((name) => [name, /^src-renderer\//]),
  ),
};

/** Names that say nothing without the thing's own. */
const vague = /^(Parts|Options|Props|Args|Row|Item|Entry|Value|Data|Info|Answer)$/;

/** Returns the types, classes, functions and constants that a file exports. */
const namesIn = (source: string): string[] =>
  [...source.matchAll(/^export (?:async )?(?:function\*?|class|type|interface|const) (\w+)/gm)].map(
    ([, name = '']) => name,
  );

test.each(Object.entries(folders))('no two exports of %s share a name', (folder, least) => {
  const places = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|-testing\.tsx?$|\/testing\//.test(path))
    .flatMap((path) => namesIn(readFileSync(join(root, path), 'utf8')).map((name) => ({ name, path })))
    .filter(({ name, path }) => !exceptions[name]?.test(path));
  const shared = [...Map.groupBy(places, ({ name }) => name).values()].filter((ofName) => ofName.length > 1);
  expect(places.length).toBeGreaterThan(least);
  expect(shared.map((ofName) => ofName.map(({ name, path }) => `${name}: ${path}`))).toEqual([]);
  expect(places.filter(({ name }) => vague.test(name))).toEqual([]);
});

test('no file has the `words` of another room, or under another name', () => {
  const borrowed = globSync('src-renderer/**/*.{ts,tsx}', { cwd: root }).flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\{[^}]*\bwords\b[^}]*\} from '[^']+'/g)]
      .filter(([found]) => /\bwords as\b/.test(found) || !/'\.{1,2}(?:\/\.\.)*\/words\.tsx?'$/.test(found))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(borrowed).toEqual([]);
});

test.each([
  ['export type Row = { id: number };', ['Row']],
  ['export function* scan() {}', ['scan']],
  ['export async function scan() {}', ['scan']],
  ['export const keyOf = (row: Row) => row.id;', ['keyOf']],
  ['export const keysOf = <T>(rows: T[]) => rows;', ['keysOf']],
  ['export const row = z.object({});', ['row']],
  ['export const tones: Record<string, Tone> = {', ['tones']],
  ['type Row = string;', []],
])('%s exports %j', (source, names) => {
  expect(namesIn(source)).toEqual(names);
});
