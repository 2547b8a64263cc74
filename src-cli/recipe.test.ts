import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parse as parseJunit } from 'junit2json';
import { afterEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { listenLocally } from '#server/testing/listening.ts';

const root = join(import.meta.dirname, '..');
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
const environment = z.record(z.string(), z.string());
const step = z.object({
  name: z.string().optional(),
  run: z.string().optional(),
  env: environment.default({}),
  'working-directory': z.string().default('.'),
  if: z.string().optional(),
});
const workflow = z.object({ jobs: z.object({ events: z.object({ env: environment, steps: z.array(step) }) }) });

function blockBelow(heading: string): string {
  const block = page.split(`\n## ${heading}\n`)[1]?.match(/```yaml\n([\s\S]*?)```/)?.[1];
  if (block === undefined) throw new Error(`There is no YAML below "${heading}".`);
  return block;
}

const workspace = mkdtempSync(join(tmpdir(), 'benchtop-recipe-'));
const dataDir = join(workspace, 'temp/benchtop');
afterEach(() => {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'server.json'), 'utf8')) as { pid: number };
  process.kill(pid);
});

/** Writes the app under test: its test sends what the rules expect, with this `total`. */
function writeApp(total: number): void {
  const body = (event: string, properties: object) => JSON.stringify({ event, distinct_id: 'ada', properties });
  const events = [body('login', {}), body('checkout', { plan: 'pro', currency: 'EUR', total })].join(',');
  const script = `fetch(process.env.POSTHOG_HOST + '/batch/', { method: 'POST', body: JSON.stringify({ api_key: process.env.POSTHOG_KEY, batch: [${events}] }) }).then((answer) => process.exit(answer.ok ? 0 : 1))`;
  writeFileSync(join(workspace, 'app-test.mjs'), script);
  writeFileSync(
    join(workspace, 'package.json'),
    JSON.stringify({ name: 'app', scripts: { test: 'node app-test.mjs' } }),
  );
}

async function freePort(): Promise<string> {
  await using server = createServer();
  return new URL(await listenLocally(server)).port;
}

/** Runs a step as GitHub's runner does. */
async function runStep(
  { run = '', env, 'working-directory': folder }: z.output<typeof step>,
  jobEnv: NodeJS.ProcessEnv,
) {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
    cwd: join(workspace, folder),
    env: { ...jobEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code, out, err };
}

test.runIf(process.platform !== 'win32')(
  'the recipe for GitHub Actions passes an app that sends the expected events, and fails another',
  async () => {
    symlinkSync(root, join(workspace, 'benchtop'));
    mkdirSync(join(workspace, 'temp'));
    writeFileSync(join(workspace, 'rules.yaml'), blockBelow('Rules'));
    writeApp(12);
    const port = await freePort();
    const values: Record<string, string> = {
      'github.run_id': '7',
      'github.run_attempt': '1',
      'env.BENCHTOP_TEST_RUN': 'ci-7-1',
    };
    const written = blockBelow('GitHub Actions')
      .replaceAll('8010', port)
      // The server is started by npx; each further npx takes two seconds of processor time for itself.
      .replaceAll(/(?<!nohup )npx --prefix benchtop benchtop/g, `node benchtop/${bin.benchtop}`)
      // The events are stored before they are checked.
      .replace('--timeout 10s', '--timeout 0s')
      .replaceAll(/\$\{\{ ([\w.]+) \}\}/g, (_, name: string) => values[name] ?? `unknown ${name}`);
    const { env, steps } = workflow.parse(parse(written)).jobs.events;
    const PATH = (process.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => !folder.includes('node_modules'))
      .join(delimiter);
    const { HOME, npm_config_cache, NODE_COMPILE_CACHE } = process.env;
    const own = { PATH, HOME, npm_config_cache, NODE_COMPILE_CACHE };
    const jobEnv = { ...own, ...env, RUNNER_TEMP: join(workspace, 'temp'), GITHUB_SHA: 'abc123' };
    const runs = steps.filter(({ run }) => run !== undefined);
    // The dependencies are there.
    expect(runs.shift()?.run).toBe('npm ci');
    const named = (name: string) => runs.find((one) => one.name === name) ?? step.parse({});
    for (const name of ['Start Benchtop', 'Test the app', 'Check its events']) {
      const { code, out, err } = await runStep(named(name), jobEnv);
      expect({ name, code, out, err }).toMatchObject({ name, code: 0 });
    }
    const shown = await runStep(named('Show what arrived'), jobEnv);
    expect(shown.out).toMatch(/accepted checkout ada @ci-7-1 plan=pro currency=EUR total=12/);

    writeApp(5);
    const failing = { ...jobEnv, BENCHTOP_TEST_RUN: 'ci-7-2' };
    const [app, expected] = [named('Test the app'), named('Check its events')];
    const again = JSON.stringify(app).replace('ci-7-1', 'ci-7-2').replace('npm test', 'node app-test.mjs');
    expect(await runStep(step.parse(JSON.parse(again)), failing)).toMatchObject({ code: 0 });
    expect(await runStep(expected, failing)).toMatchObject({
      code: 1,
      out: expect.stringContaining('properties.total: expected gte 10, got 5'),
    });
    expect(await parseJunit(readFileSync(join(workspace, 'events.xml'), 'utf8'))).toMatchObject({
      tests: 2,
      failures: 1,
    });
    expect(named('Show what arrived').if).toBe('always()');
  },
);
