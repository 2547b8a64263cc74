import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{src-*,bench,e2e,scripts}/**/*.{ts,tsx}', { cwd: root });

// Such a spread only keeps lines together against the formatter.
test('no object literal is spread into another', () => {
  const found = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (/\.{3}\{/.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(1000);
  expect(found).toEqual([]);
});
