import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { type GlossaryTerm, glossary, glossaryWords } from '../src-renderer/metrics/glossary-words.ts';
import { layers } from './borders.ts';

const root = join(import.meta.dirname, '..');
const ignored = new Set(['node_modules', '.git', 'out', 'dist', 'test-results', 'playwright-report', '.vite']);
const paths = globSync('**', { cwd: root, exclude: (path) => ignored.has(path.split(/[/\\]/)[0] ?? '') }).map((path) =>
  path.replaceAll('\\', '/'),
);
const known = new Set(paths.flatMap(endings));
const documents = paths.filter((path) => /^(docs\/)?[^/]+\.md$/.test(path));

/** Returns all names a path may go by: "a/b/c.ts", "b/c.ts" and "c.ts". */
function endings(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}

/** Files that a data folder has, not this repository. */
const inDataFolder = new Set(['server.json', 'marker.json', 'desktop.json', 'desktop-told.json']);

/** Returns the paths that a document names: those with a file extension, folders of the source, and linked ones. */
function namesIn(document: string): string[] {
  const fence = /^```\w*\n([\s\S]*?)^```$/gm;
  const whole = readFileSync(join(root, document), 'utf8');
  const text = whole.replace(fence, '');
  const drawn = [...whole.matchAll(fence)].flatMap(([, block = '']) => block.split(/[^\w./-]+/));
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name.replace(/[#:].*$/, '')).concat(drawn);
  const files = quoted.filter((name) => /^\w[\w./-]*\.(tsx?|css|sql|json|md|html|svg|png)$/.test(name));
  const folders = quoted
    .filter((name) => /^(src-\w+|scripts|bench|e2e|docs)\/([\w-]+\/)*$/.test(name))
    .map((name) => name.slice(0, -1));
  const linked = [...text.matchAll(/(?:\]\(|src(?:set)?=")([^)"#:\s]+)[)"#]/g)].map(([, link = '']) =>
    normalize(join(dirname(document), link)).replaceAll('\\', '/'),
  );
  return [...files, ...folders, ...linked].filter((name) => !inDataFolder.has(name));
}

test.each(documents)('every file that %s names exists', (document) => {
  expect(namesIn(document).filter((name) => !known.has(name))).toEqual([]);
});

/** Returns what a document has besides blocks of code. */
const proseOf = (document: string) => readFileSync(join(root, document), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');

/** Returns the anchors of the headings, as GitHub makes them. */
const anchorsOf = (document: string) =>
  Array.from(proseOf(document).matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

test.each(documents)('every heading that %s links to exists', (document) => {
  const links = Array.from(proseOf(document).matchAll(/\]\(([\w./-]*)#([\w-]+)\)/g), ([, path, anchor = '']) => ({
    target: path ? normalize(join(dirname(document), path)).replaceAll('\\', '/') : document,
    anchor,
  }));
  expect(links.filter(({ target, anchor }) => !anchorsOf(target).includes(anchor))).toEqual([]);
});

test.each(documents)(
  'every npm script that %s names exists, and scripts run on the Node of the dependencies',
  (document) => {
    const text = readFileSync(join(root, document), 'utf8');
    const named = Array.from(text.matchAll(/npm run ([\w:]+)/g), ([, name = '']) => name);
    expect(named.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
    expect(text.match(/(?<!npx )\bnode (?:scripts|bench)\/\S+\.ts/g)).toBeNull();
  },
);

const sources = paths.filter((path) => /^(src-\w+|scripts|bench|e2e)\/.*\.(ts|tsx)$/.test(path));

test('every environment variable that a document names is read somewhere', () => {
  const read = new Set(
    sources.flatMap((path) => readFileSync(join(root, path), 'utf8').match(/\bBENCHTOP_[A-Z_]+/g) ?? []),
  );
  const named = documents.flatMap(
    (document) => readFileSync(join(root, document), 'utf8').match(/\bBENCHTOP_[A-Z_]+/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !read.has(name))).toEqual([]);
});

/** Returns the texts of a property in a file of words. */
const textsOf = (path: string, property: string) =>
  Array.from(
    readFileSync(join(root, path), 'utf8').matchAll(new RegExp(`${property}: '([^']+)'`, 'g')),
    ([, text = '']) => text,
  );

test('every page of the settings that a document names exists', () => {
  const pages = textsOf('src-renderer/settings/words.tsx', 'label');
  const named = documents.flatMap(
    (document) =>
      proseOf(document)
        .replaceAll(/\s+/g, ' ')
        .match(/Settings › .{20}/g) ?? [],
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((text) => !pages.some((page) => text.startsWith(`Settings › ${page}`)))).toEqual([]);
});

const guides = ['README', 'docs/sdks', 'docs/test-runs', 'docs/expectations', 'docs/desktop'];

test.each(guides)('every label of the window that %s.md quotes exists', (guide) => {
  const window = sources
    .filter((path) => /^src-(renderer|main)\//.test(path))
    .map((path) => readFileSync(join(root, path), 'utf8').replaceAll(/\s+/g, ' '));
  const text = proseOf(`${guide}.md`)
    .replaceAll(/`[^`]*`/g, '')
    .replaceAll(/\s+/g, ' ');
  const labels = Array.from(text.matchAll(/(?<=[ (])["“]([A-Z][^"”]+)["”]/g), ([, label = '']) => label);
  expect(labels.length).toBeGreaterThan(0);
  expect(labels.filter((label) => !window.some((source) => source.includes(label)))).toEqual([]);
});

test('docs/sdks.md has the name of each connection check', () => {
  const titles = textsOf('src-renderer/events/onboarding/connection-words.ts', 'title');
  expect(titles.length).toBeGreaterThan(10);
  expect(titles.filter((title) => !proseOf('docs/sdks.md').includes(title))).toEqual([]);
});

/** Returns the file and the start or a part of the name of each test in a table of promises. */
function promisedTests(): [file: string, part: string][] {
  const text = readFileSync(join(root, 'docs/reliability.md'), 'utf8');
  return [...text.matchAll(/`([\w./-]+\.(?:test|spec)\.ts)`: ([^|;`]+)/g)].flatMap(([, file = '', parts = '']) =>
    parts.split(', ').map((part): [string, string] => [file, part.trim()]),
  );
}

test('every test that docs/reliability.md names exists', () => {
  const named = promisedTests();
  expect(named.length).toBeGreaterThan(30);
  const sources = (file: string) =>
    paths.filter((path) => endings(path).includes(file)).map((path) => readFileSync(join(root, path), 'utf8'));
  expect(named.filter(([file, part]) => !sources(file).some((source) => source.includes(part)))).toEqual([]);
});

test('an entry of docs/decisions.md has at most 6 lines', () => {
  const entries = readFileSync(join(root, 'docs/decisions.md'), 'utf8')
    .split(/^#{2,3} /m)
    .slice(1);
  expect(entries.length).toBeGreaterThan(100);
  const lines = (entry: string) =>
    entry
      .trim()
      .split('\n')
      .slice(1)
      .filter((line) => !/^(- \[.*)?$/.test(line));
  expect(entries.filter((entry) => lines(entry).length > 6).map((entry) => entry.split('\n')[0])).toEqual([]);
});

test('CONTRIBUTING.md leaves the terms of docs/glossary.md to it', () => {
  const rows = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/^\| ([^|`]+) \|/gm);
  const explained = new Set(Array.from(rows, ([, term = '']) => term.toLowerCase()));
  expect(Object.values<GlossaryTerm>(glossary).filter(({ term }) => explained.has(term.toLowerCase()))).toEqual([]);
});

test.each(Object.entries(layers))('CONTRIBUTING.md has the order of %s', (_, lines) => {
  const order = lines.map((line) => line.join(', ')).join(' < ');
  expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toContain(`\`${order}\``);
});

test('docs/sdks.md names the version of posthog-js that the HTML snippet loads', () => {
  const [version] = /^\d+\.\d+/.exec(packageJson.dependencies['posthog-js']) ?? [];
  expect(readFileSync(join(root, 'docs/sdks.md'), 'utf8')).toContain(`loads posthog-js ${version} from Benchtop`);
});

test('the test finds file names in documents', () => {
  expect(documents).toContain('docs/architecture.md');
  expect(namesIn('CONTRIBUTING.md')).toContain('scripts/borders.ts');
  expect(namesIn('README.md')).toContain('docs/images/live-light.png');
});

// After a change of the table: npx vitest run scripts/docs.test.ts -u
test('docs/glossary.md has the terms that the window explains', async () => {
  const terms: GlossaryTerm[] = Object.values(glossary);
  const entries = terms.map(({ term, meaning }) => `## ${term}\n\n${meaning}\n`);
  const text = [`# ${glossaryWords.title}\n`, `${glossaryWords.about}\n`, ...entries].join('\n');
  await expect(text).toMatchFileSnapshot('../docs/glossary.md');
});
