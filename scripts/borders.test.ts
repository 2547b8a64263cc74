import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bordersFile, layers } from './borders.ts';

/** A file, an import, and part of the message that the lint configuration must give (null: none). */
const imports: [file: string, specifier: string, refusal: string | null][] = [
  ...rowsOf('src-server'),
  ...rowsOf('src-renderer'),
  ['src-server/events/store.ts', '../persons/../flags/store.ts', 'only to the left'],
  ['src-server/events/store.test.ts', '../flags/store.ts', 'only to the left'],
  ['src-server/events/store.test.ts', '../testing/server.ts', null],
  ['src-server/flags/store.ts', '../http/error.ts', 'knows no HTTP'],
  ['src-server/flags/store.ts', '../actions/store.ts', 'only to the left'],
  ['src-server/flags/store.ts', '../core/page.ts', null],
  ['src-server/actions/chat/chat-store.ts', '../../http/list.ts', 'knows no HTTP'],
  ['src-server/actions/chat/chat-routes.ts', '../../http/list.ts', null],
  ['src-server/flags/sdk/decide.ts', '../../actions/store.ts', 'only to the left'],
  ['src-server/flags/sdk/decide.ts', '../evaluation/evaluate.ts', null],
  ['src-server/experiments/endpoints.ts', '../app.ts', 'app.ts is imported by'],
  ['src-server/experiments/endpoints.ts', '../../src-server/actions/store.ts', 'imports only itself'],
  ['src-server/experiments/endpoints.ts', '#server/actions/store.ts', 'imports only itself'],
  ['src-server/experiments/endpoints.ts', '#main/bridge.ts', 'imports only itself'],
  ['src-server/experiments/endpoints.ts', '../../src-renderer/main.tsx', 'imports only itself'],
  ['src-server/experiments/endpoints.ts', 'electron', 'knows nothing of Electron'],
  ['src-server/database/writer.ts', '../app.ts', 'app.ts is imported by'],
  ['src-server/headless.ts', './app.ts', 'app.ts is imported by'],
  ['src-server/headless.ts', './index.ts', null],
  ['src-server/headless.ts', 'electron', 'knows nothing of Electron'],
  ['src-server/headless.ts', '../src-main/server.ts', 'imports only itself'],
  ['src-server/headless.ts', '../src-cli/failure.ts', 'imports only itself'],
  ['src-cli/tail/tail.ts', '#server/events/contract.ts', null],
  ['src-cli/tail/tail.ts', '#server/events/store.ts', 'the command line sees contracts'],
  ['src-cli/serve/command.ts', '#server/headless.ts', null],
  ['src-cli/serve/command.ts', '#server/index.ts', 'the command line sees contracts'],
  ['src-cli/simulate/report.ts', '../../src-renderer/api/connect.ts', null],
  ['src-cli/simulate/report.ts', '../../src-renderer/ui/time.ts', 'only its client'],
  ['src-cli/tail/tail.ts', '../../src-renderer/events/filters/filter-query.ts', null],
  ['src-cli/tail/tail.ts', '../../src-renderer/events/filters/moments.ts', 'only its client'],
  ['src-cli/simulate/report.ts', '../../src-renderer/experiments/results/verdict/words.ts', null],
  ['src-cli/simulate/report.ts', '../../scripts/lib/tally.ts', 'built into one program'],
  ['src-cli/simulate/report.ts', 'electron', 'built into one program'],
  ['src-server/index.ts', './app.ts', null],
  ['src-server/index.ts', 'electron', 'knows nothing of Electron'],
  ['src-server/worker.ts', './app.ts', null],
  ['src-server/testing/server.ts', '../app.ts', null],
  ['src-server/testing/server.ts', '#main/bridge.ts', 'imports only itself'],
  ['src-renderer/events/queries.ts', '#server/events/store.ts', 'contracts only'],
  ['src-renderer/events/queries.ts', '#server/index.ts', 'contracts only'],
  ['src-renderer/events/queries.ts', '#server/experiments/contract.ts', null],
  ['src-renderer/events/queries.ts', '#server/experiments/results/results-contract.ts', null],
  ['src-renderer/experiments/results/report/report.test.ts', '#server/experiments/experiment-testing.ts', null],
  ['src-renderer/events/queries.ts', '../../src-server/events/contract.ts', 'Across roots'],
  ['src-renderer/events/queries.ts', '../../src-cli/failure.ts', 'Across roots'],
  ['src-renderer/events/queries.ts', '#main/window.ts', 'what both have'],
  ['src-renderer/events/queries.ts', '#main/bridge.ts', null],
  ['src-renderer/events/queries.ts', 'node:fs', 'no Node'],
  ['src-renderer/events/queries.ts', 'electron', 'no Electron'],
  ['src-renderer/events/tail/tail.ts', '../../actions/queries.ts', 'only to the left'],
  ['src-renderer/events/tail/tail.ts', '../../persons/queries.ts', null],
  ['src-main/server.ts', '#server/app.ts', 'sees only #server/index.ts'],
  ['src-main/server.ts', '#server/events/store.ts', 'sees only #server/index.ts'],
  ['src-main/server.ts', '#server/index.ts', null],
  ['src-main/server.ts', '../src-server/index.ts', 'sees only #server/index.ts'],
  ['src-main/server.ts', '../src-renderer/main.tsx', "window's parts"],
  ['src-main/server.ts', 'better-sqlite3', 'nor SQL'],
  ['e2e/capture.spec.ts', '#server/testing/server.ts', 'import nothing of it'],
  ['e2e/capture.spec.ts', '../src-server/index.ts', 'import nothing of it'],
  ['e2e/capture.spec.ts', './fixtures.ts', null],
  ['scripts/package.ts', '../src-renderer/simulation/simulate.ts', null],
  ['scripts/package.ts', '../src-renderer/experiments/results/verdict/words.ts', null],
  ['scripts/package.ts', '../src-renderer/experiments/results/results-tab.tsx', 'only its client'],
  ['scripts/package.ts', '../src-renderer/api/queries.ts', 'only its client'],
  ['scripts/package.ts', '#server/experiments/contract.ts', null],
  ['scripts/package.ts', '#server/experiments/results/results-contract.ts', null],
  ['scripts/package.ts', '#server/experiments/store.ts', 'scripts see contracts'],
  ['scripts/package.ts', '../src-server/app.ts', 'scripts see contracts'],
  ['scripts/package.ts', '../src-server/index.ts', null],
  ['scripts/package.ts', './lib/tally.ts', null],
  ['scripts/package.ts', './cli.ts', 'Commands are imported by nobody'],
  ['scripts/lib/tally.ts', '../../src-server/events/store.ts', 'scripts see contracts'],
  ['scripts/lib/tally.ts', '../../src-server/events/contract.ts', null],
  ['scripts/lib/tally.ts', '../../src-renderer/ui/time.ts', 'only its client'],
  ['scripts/lib/tally.ts', './build.ts', null],
  ['scripts/lib/tally.ts', '../cli.ts', 'Commands are imported by nobody'],
  ['scripts/lib/clickhouse/embedded.ts', '../npm.ts', null],
  ['scripts/lib/clickhouse/embedded.ts', '../../cli.ts', 'Commands are imported by nobody'],
  ['scripts/torture/run.ts', '../lib/tally.ts', null],
  ['scripts/torture/run.ts', '../../src-server/http/description/openapi.ts', null],
  ['scripts/torture/run.ts', '../../src-renderer/ui/time.ts', 'only its client'],
];

/** Lists every pair of folders in a half, by the list of layers. */
function rowsOf(half: keyof typeof layers): [string, string, string | null][] {
  const lines: readonly (readonly string[])[] = layers[half];
  const folders = lines.flatMap((line, index) => line.map((folder) => ({ folder, index })));
  return folders.flatMap(({ folder, index }) =>
    folders
      .filter((other) => other.folder !== folder)
      .map((other): [string, string, string | null] => [
        `${half}/${folder}/any.ts`,
        `../${other.folder}/other.ts`,
        other.index < index ? null : 'only to the left',
      ]),
  );
}

const written: Record<string, string> = {
  'src-server/events/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
  'src-server/events/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
  'src-server/flags/types-a.ts': "import type { B } from './types-b.ts';\nexport type A = B[];\n",
  'src-server/flags/types-b.ts': "import type { A } from './types-a.ts';\nexport type B = A[];\n",
  'src-renderer/ui/types-a.ts': "import type { B } from './types-b.ts';\nexport type A = B[];\n",
  'src-renderer/ui/types-b.ts': "import type { A } from './types-a.ts';\nexport type B = A[];\n",
  'src-server/events/barrel.ts': "export * from './a.ts';\n",
  // For audits: bundled packages are under `dependencies`, those of tests are not.
  'package.json': JSON.stringify({ dependencies: { bundled: '1.0.0' }, devDependencies: { 'for-tests': '1.0.0' } }),
  'src-server/events/bundled.ts': "import { bundled } from 'bundled';\nexport const c = bundled;\n",
  'src-server/events/bundled.test.ts': "import { tool } from 'for-tests';\nexport const e = tool;\n",
  'src-server/events/undeclared.ts': "import { tool } from 'for-tests';\nexport const d = tool;\n",
  'src-server/events/forgotten.ts': 'async function save() {}\nexport function run() {\n  save();\n}\n',
};

const root = mkdtempSync(join(tmpdir(), 'benchtop-borders-'));
const diagnostics = lint();

test.each(imports.map((entry, index) => [...entry, index] as const))(
  '%s importing %s: %s',
  (file, _, refusal, index) => {
    const said = diagnosticsOf(file, 'lint/style/noRestrictedImports', lineOf(index));
    if (refusal === null) expect(said).toEqual([]);
    else expect(said.join()).toContain(refusal);
  },
);

test.each([
  ['src-server/events/a.ts', 'lint/suspicious/noImportCycles'],
  ['src-server/events/b.ts', 'lint/suspicious/noImportCycles'],
  ['src-server/flags/types-a.ts', 'lint/suspicious/noImportCycles'],
  ['src-server/flags/types-b.ts', 'lint/suspicious/noImportCycles'],
  ['src-renderer/ui/types-a.ts', 'lint/suspicious/noImportCycles'],
  ['src-renderer/ui/types-b.ts', 'lint/suspicious/noImportCycles'],
  ['src-server/events/barrel.ts', 'lint/performance/noReExportAll'],
  ['src-server/events/forgotten.ts', 'lint/nursery/noFloatingPromises'],
  ['src-server/events/undeclared.ts', 'lint/correctness/noUndeclaredDependencies'],
])('%s is refused by %s', (file, rule) => {
  expect(diagnosticsOf(file, rule)).toHaveLength(1);
});

test.each(['src-server/events/bundled.ts', 'src-server/events/bundled.test.ts'])(
  '%s may import its package',
  (file) => {
    expect(diagnosticsOf(file, 'lint/correctness/noUndeclaredDependencies')).toEqual([]);
  },
);

test('borders.json has the borders of the list; npx node scripts/borders.ts writes it', () => {
  expect(readFileSync(join(import.meta.dirname, '../borders.json'), 'utf8')).toBe(bordersFile());
});

test('every folder of both halves is in the list', () => {
  for (const [half, lines] of Object.entries(layers)) {
    const folders = readdirSync(join(import.meta.dirname, '..', half), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['testing', 'journeys', 'public'].includes(entry.name))
      .map(({ name }) => name);
    expect(lines.flat().toSorted()).toEqual(folders.toSorted());
  }
});

test('a contract imports only zod and contracts, so that the window gets nothing else with it', () => {
  const cwd = join(import.meta.dirname, '..');
  const contracts = globSync('src-server/**/{contract,*-contract}.ts', { cwd });
  const others = contracts.flatMap((file) => {
    const specifiers = readFileSync(join(cwd, file), 'utf8').matchAll(/^(?:import|export) .*?from '([^']+)';$/gms);
    return [...specifiers]
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => specifier !== 'zod' && !/^\.\.?\/(?:.*[/-])?contract\.ts$/.test(specifier))
      .map((specifier) => `${file}: ${specifier}`);
  });
  expect(contracts.length).toBeGreaterThan(80);
  expect(others).toEqual([]);
});

type Diagnostic = { category: string; message: string; location: { path: string; start: { line: number } } };

/** Writes the fixture to a scratch folder and lints it with a copy of the project's configuration. */
function lint(): Diagnostic[] {
  for (const file of ['biome.json', 'borders.json']) cpSync(join(import.meta.dirname, '..', file), join(root, file));
  const files = new Map(Object.entries(written));
  for (const [file, specifier] of imports) files.set(file, `${files.get(file) ?? ''}import '${specifier}';\n`);
  for (const [file, text] of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const flags = ['lint', '--reporter=json', '--max-diagnostics=none', '--vcs-enabled=false', '.'];
  const run = spawnSync(process.execPath, [biome, ...flags], { cwd: root, encoding: 'utf8' });
  const report = JSON.parse(run.stdout) as { diagnostics: Diagnostic[] };
  return report.diagnostics;
}

/** Returns the line with the nth import of the table above. */
function lineOf(index: number): number {
  const file = imports[index]?.[0];
  return imports.slice(0, index + 1).filter(([other]) => other === file).length;
}

function diagnosticsOf(file: string, rule: string, line?: number): string[] {
  return diagnostics
    .filter(({ category, location }) => category === rule && location.path.replaceAll('\\', '/') === file)
    .filter(({ location }) => line === undefined || location.start.line === line)
    .map(({ message }) => message);
}
