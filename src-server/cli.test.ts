import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const cli = join(import.meta.dirname, 'cli.ts');

type Run = { child: ChildProcess; stdout: () => string; stderr: () => string; ended: Promise<number | null> };

let dataDir: string;
let runs: Run[];
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'benchtop-cli-'));
  runs = [];
});
afterEach(async () => {
  for (const { child, ended } of runs) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

function run(args: string[], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, HOME: dataDir, ...env } });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const started = { child, stdout: () => out, stderr: () => err, ended };
  runs.push(started);
  return started;
}

/** The address, once the server says that it listens. */
async function address({ child, stdout, stderr, ended }: Run): Promise<string> {
  const told = () => /^Benchtop is listening on (\S+)$/m.exec(stdout())?.[1];
  while (told() === undefined) {
    const code = await Promise.race([
      ended,
      new Promise((resolve) => child.stdout?.once('data', () => resolve('data'))),
    ]);
    if (code !== 'data') throw new Error(`ended with ${code}: ${stderr()}`);
  }
  return told() ?? '';
}

const start = (...args: string[]) => run(['--port', '0', '--data-dir', dataDir, ...args]);

test('it listens when it says so, prints its keys once, and ends cleanly on a signal', async () => {
  const first = start();
  const url = await address(first);
  const key = /API key +(phx_\w{43})/.exec(first.stdout())?.[1];
  expect(first.stdout()).toMatch(/Project key +phc_\w{43}/);
  const answer = await fetch(`${url}/api/projects/`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.status).toBe(200);
  const window = /Window +(\S+)#key=(phx_\w{43})/.exec(first.stdout());
  expect((await fetch(`${url}/api/projects/`, { headers: { Authorization: `Bearer ${window?.[2]}` } })).status).toBe(
    200,
  );
  first.child.kill('SIGINT');
  expect(await first.ended).toBe(0);
  expect(first.stderr()).toBe('');
  const second = start();
  await address(second);
  expect(second.stdout()).not.toMatch(/API key|Project key/);
});

test('a window that stays open over a restart keeps its key', async () => {
  const first = start();
  await address(first);
  const key = /#key=(\S+)/.exec(first.stdout())?.[1];
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start();
  const url = await address(second);
  expect(second.stdout()).not.toContain(key);
  expect((await fetch(`${url}/api/projects/`, { headers: { Authorization: `Bearer ${key}` } })).status).toBe(200);
});

test('--quiet prints the address only', async () => {
  const server = start('--quiet');
  const url = await address(server);
  expect(server.stdout()).toBe(`Benchtop is listening on ${url}\n`);
});

test('preset keys work from the first request on', async () => {
  const env = { BENCHTOP_PROJECT_API_KEY: 'phc_preset123456', BENCHTOP_PERSONAL_API_KEY: 'phx_preset123456' };
  const server = run([], { ...env, BENCHTOP_PORT: '0', BENCHTOP_DATA_DIR: dataDir });
  const url = await address(server);
  const body = JSON.stringify({ api_key: 'phc_preset123456', event: 'x', distinct_id: 'y' });
  expect((await fetch(`${url}/capture/`, { method: 'POST', body })).status).toBe(200);
  const headers = { Authorization: 'Bearer phx_preset123456' };
  const list = await fetch(`${url}/api/projects/@current/events/`, { headers });
  expect(await list.json()).toMatchObject({ results: [{ event: 'x' }] });
  expect(server.stdout()).not.toContain('phx_preset123456');
});

test('a busy port is one clear line and exit code 1', async () => {
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
  );
  const server = run(['--port', String(port), '--data-dir', dataDir]);
  expect(await server.ended).toBe(1);
  expect(server.stderr()).toBe(`benchtop: Port ${port} is taken by another program.\n`);
  other.close();
});

test('a second start on the same data folder finds the first and says where it is', async () => {
  const first = start();
  const url = await address(first);
  const second = start();
  expect(await second.ended).toBe(1);
  expect(second.stderr()).toContain(`is running at ${url} (process ${first.child.pid})`);
  first.child.kill('SIGKILL');
  await first.ended;
  await address(start());
});

const mistakes: [args: string[], env: Record<string, string>, says: RegExp][] = [
  [['--host', '0.0.0.0'], {}, /--allow-remote/],
  [[], { BENCHTOP_HOST: '192.0.2.1' }, /--allow-remote/],
  [['--port', '99999'], {}, /not a port/],
  [[], { BENCHTOP_PORT: 'http' }, /not a port/],
  [['--prot', '1'], {}, /--prot/],
  [[], { BENCHTOP_PROJECT_API_KEY: 'mine' }, /BENCHTOP_PROJECT_API_KEY cannot be used.*phc_/],
  [[], { BENCHTOP_PERSONAL_API_KEY: 'phx_short' }, /BENCHTOP_PERSONAL_API_KEY cannot be used.*12 to 64/],
];
test.each(mistakes)('%j with %o ends with one line that says what is wrong', async (args, env, says) => {
  const server = run(['--data-dir', dataDir, ...args], env);
  expect(await server.ended).toBe(1);
  expect(server.stderr()).toMatch(says);
  expect(server.stderr().trim().split('\n')).toHaveLength(1);
  expect(server.stdout()).toBe('');
});

test('--help shows the flags', async () => {
  const help = run(['--help']);
  expect(await help.ended).toBe(0);
  expect(help.stdout()).toContain('--data-dir');
});
