import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const mantine = join(import.meta.dirname, '../../../node_modules/@mantine/core');
const names = (pattern: string, end: string) =>
  globSync(pattern, { cwd: mantine })
    .map((file) => basename(file, end))
    .sort();

test('each Mantine sheet belongs to class names of the same file name, except three without a component', () => {
  const sheets = names('styles/*.layer.css', '.layer.css');
  const ofNone = ['baseline', 'default-css-variables', 'global'];
  expect(sheets).toEqual([...names('esm/**/*.module.mjs', '.module.mjs'), ...ofNone].sort());
});
