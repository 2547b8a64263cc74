import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkFirstScreen, firstScreen, maxFirstScreen } from './first-screen.ts';

const folder = mkdtempSync(join(tmpdir(), 'benchtop-first-screen-'));

mkdirSync(join(folder, '.vite'));
for (const file of ['index.js', 'index.css', 'shared.js', 'live.js', 'flags.js'])
  writeFileSync(join(folder, file), file);
writeFileSync(
  join(folder, '.vite/manifest.json'),
  JSON.stringify({
    'index.html': { file: 'index.js', css: ['index.css'], imports: ['_shared.js'] },
    '_shared.js': { file: 'shared.js', imports: ['index.html'] },
    'app/pages/live-page.tsx': { file: 'live.js', css: ['index.css'], imports: ['_shared.js'] },
    'app/flag-list-page.tsx': { file: 'flags.js', imports: ['_shared.js'] },
  }),
);

test('the first screen has each file imported by the page and Live, once, and no other page', () => {
  const files = firstScreen(folder).map(({ file }) => file);
  expect(files.toSorted()).toEqual(['index.css', 'index.js', 'live.js', 'shared.js']);
});

test('a first screen over the limit is refused with its largest files', () => {
  const files = [
    { file: 'index.js', bytes: maxFirstScreen },
    { file: 'live.js', bytes: 1 },
  ];
  expect(() => checkFirstScreen(files)).toThrow('index.js');
  expect(() => checkFirstScreen(files.slice(0, 1))).not.toThrow();
});
