import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('src-server/**/*.ts', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.ts$|-testing\.ts$|\/testing\//.test(path));

/** Returns the types, classes and functions that a file exports. */
const namesIn = (source: string): string[] =>
  [
    ...source.matchAll(
      /^export (?:(?:async )?(?:function\*?|class|type|interface) (\w+)|const (\w+) = (?:async )?[<(])/gm,
    ),
  ].map(([, declared, arrow]) => declared ?? arrow ?? '');

test('no two things of the server have one name', () => {
  const places = files.flatMap((path) =>
    namesIn(readFileSync(join(root, path), 'utf8')).map((name) => ({ name, path })),
  );
  const shared = [...Map.groupBy(places, ({ name }) => name).values()].filter((ofName) => ofName.length > 1);
  expect(places.length).toBeGreaterThan(1000);
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
