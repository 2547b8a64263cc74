import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownTexts } from './lib/shown-text.ts';

const root = join(import.meta.dirname, '..');

/** Folders whose texts still have to move to `words.ts`. */
const notYet = ['events/filters', 'events/onboarding', 'simulation'];

const files = globSync('src-renderer/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/(?:^|[/-])words\.tsx?$|\.test\.tsx?$|testing\.ts$|\.d\.ts$/.test(path))
  .filter((path) => !notYet.some((folder) => path.startsWith(`src-renderer/${folder}/`)));

test('texts that the window shows stand in the words.ts of their room', () => {
  const found = files.flatMap((path) =>
    shownTexts(path, readFileSync(join(root, path), 'utf8')).map(({ line, text }) => `${path}:${line}: ${text}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ['<b>Hello <i>there</i></b>', ['Hello', 'there']],
  [`<b>{count} {count === 1 ? 'event' : \`events of \${name}\`}</b>`, ['event', 'events of …']],
  ['<Field label="Name" size="sm" />', ['Name']],
  ["<Field aria-label={'Edit ' + name} />", ['Edit']],
  ["<More what={['person', 'persons']} />", ['person', 'persons']],
  ["[{ header: 'Name', align: 'end' }]", ['Name']],
  ["notify('Could not save.')", ['Could not save.']],
  [`notify(\`\${name} is not there\`)`, ['… is not there']],
  ["throw new Refusal('No such flag.')", ['No such flag.']],
  ["throw new Error('No such context here.')", []],
  ["get('/api/flags/', { method: 'POST', accept: 'text/csv' })", []],
  ['<b className="big bold">{words.title} · {count}</b>', []],
])('%s shows %j', (source, texts) => {
  expect(shownTexts('a.tsx', source).map(({ text }) => text)).toEqual(texts);
});
