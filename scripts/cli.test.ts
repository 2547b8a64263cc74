import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { ensureBuild } from './lib/build.ts';
import { freePort } from './lib/dev-port.ts';

const root = join(import.meta.dirname, '..');
const patience = { timeout: 30_000, interval: 50 };

beforeAll(() => ensureBuild(() => {}), 120_000);

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'benchtop-serve-'));

/** Starts a shell in its own process group; the group is ended after the test. */
function shell(script: string, env: NodeJS.ProcessEnv) {
  const child = spawn('sh', ['-ec', script], {
    cwd: root,
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => endGroup(child.pid));
  return child;
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}

/** The path outside of npm's scripts, with the Node of the machine. */
const pathWithoutDependencies = (process.env.PATH ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .join(delimiter);

const isServing = (port: number) =>
  fetch(`http://127.0.0.1:${port}/_health`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Returns the recipe of docs/headless.md with the app under test on another port: a Benchtop may already run on this machine. */
function recipe(port: number): string {
  const document = readFileSync(join(root, 'docs/headless.md'), 'utf8');
  const [, written = ''] = /## In continuous integration\n+```sh\n([\s\S]*?)```/.exec(document) ?? [];
  const event = JSON.stringify({ api_key: 'phc_ciProjectKey', event: 'signed up', distinct_id: 'ada' });
  const app = `curl -fsS http://127.0.0.1:8010/capture/ -d '${event}' > /dev/null`;
  return written.replace(/^# Run the app under test.*$/m, app).replaceAll('8010', String(port));
}

describe.runIf(process.platform !== 'win32')('the command line', () => {
  test('the recipe for CI finds the event that the app sent, and its kill ends the server', async () => {
    const port = await freePort();
    const child = shell(recipe(port), { TMPDIR: temporaryFolder() });
    onTestFinished(() => rmSync(join(root, 'benchtop.log'), { force: true }));
    const exited = once(child, 'exit');
    const [answer, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    expect({ exit: await exited, problems }).toMatchObject({ exit: [0, null] });
    expect(JSON.parse(answer)).toMatchObject({ results: [{ event: 'signed up', distinct_id: 'ada' }] });
    await vi.waitFor(async () => expect(await isServing(port)).toBe(false), patience);
  });

  test('npx benchtop serve runs on the Node of the dependencies, and ends with its npx', async () => {
    const port = await freePort();
    const folder = temporaryFolder();
    const start = `npx benchtop serve --port ${port} --data-dir "$FOLDER/data" > "$FOLDER/log" 2>&1 & echo $!; wait`;
    const child = shell(start, { FOLDER: folder, PATH: pathWithoutDependencies });
    const [pid] = await once(child.stdout, 'data');
    await vi.waitFor(async () => expect(await isServing(port)).toBe(true), patience);
    process.kill(Number(pid), 'SIGTERM');
    await vi.waitFor(async () => expect(await isServing(port)).toBe(false), patience);
  });

  test('npx benchtop passes on its arguments and the exit code', async () => {
    const child = shell('npx benchtop serve --prot 1', { PATH: pathWithoutDependencies });
    const [problems, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(problems).toContain("benchtop: Unknown option '--prot'. Did you mean --port? See --help.\n");
    expect(exit).toEqual([2, null]);
  });

  test('a server under nohup survives the shell, and ends with its npm', async () => {
    const port = await freePort();
    const folder = temporaryFolder();
    const start = `nohup npm run serve -- --port ${port} --data-dir "$FOLDER/data" > "$FOLDER/log" 2>&1 & echo $!`;
    const child = shell(start, { FOLDER: folder });
    const npm = Number(await text(child.stdout));
    // The shell has ended while the server is starting; it must listen nevertheless.
    await vi.waitFor(async () => expect(await isServing(port)).toBe(true), patience);
    process.kill(npm, 'SIGKILL');
    await vi.waitFor(async () => expect(await isServing(port)).toBe(false), patience);
  });
});
