import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shownTexts } from './lib/shown-text.ts';

const root = join(import.meta.dirname, '..');

/** Files whose texts are data or code, not words of the window. */
const exempt = {
  'events/onboarding/sdk-snippets.ts': 'code for an app to copy',
  'events/onboarding/test-run-snippets.ts': 'code for an app to copy',
  'simulation/simulate-example.ts': 'an experiment, as a person would write it',
  'simulation/sample/sample-experiments.ts': 'experiments of the sample shop',
  'simulation/sample/sample-flags.ts': 'flags and actions of the sample shop',
  'simulation/sample/sample-shop.ts': 'products and events of the sample shop',
};
const exemptPaths = Object.keys(exempt).map((path) => `src-renderer/${path}`);

const files = globSync('src-renderer/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/(?:^|[/-])words\.tsx?$|\.test\.tsx?$|testing\.ts$|\.d\.ts$/.test(path))
  .filter((path) => !exemptPaths.includes(path));

const textsOf = (path: string) => shownTexts(path, readFileSync(join(root, path), 'utf8'));

test('texts shown by the window are in the words.ts of their room', () => {
  const found = files.flatMap((path) => textsOf(path).map(({ line, text }) => `${path}:${line}: ${text}`));
  expect(found).toEqual([]);
});

test('words take the level of intervals from the constant of the server', () => {
  const paths = globSync('src-renderer/**/*.{ts,tsx}', { cwd: root }).filter((path) => !path.includes('.test.'));
  const written = paths.filter((path) => /^(?! *(\/\*|\*|\/\/)).*95%/m.test(readFileSync(join(root, path), 'utf8')));
  expect(written).toEqual([]);
});

test.each(exemptPaths)('%s has texts, so it must be exempt', (path) => {
  expect(textsOf(path)).not.toEqual([]);
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
