import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ensureBuild } from './lib/build.ts';
import { serverEnv } from './lib/server-flags.ts';
import { watchServer } from './lib/watch-server.ts';

const page = { headers: { accept: 'text/html' } };

/** Runs a command as npm does, without a display, so that no window can open. */
function command(script: string, ...args: string[]) {
  const { DISPLAY: _x, WAYLAND_DISPLAY: _wayland, ...env } = process.env;
  const child = spawn(process.execPath, [join(import.meta.dirname, script), ...args], { env: { ...env, CI: '1' } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const { url, output } = watchServer(child);
  url.catch(() => {});
  return { child, exited, listening: url, output };
}

const dataDir = () => mkdtempSync(join(tmpdir(), 'benchtop-start-'));

beforeAll(() => ensureBuild(() => {}), 120_000);

test('serve answers at the address that it prints, and an interrupt ends it cleanly', async () => {
  const serve = command('cli.ts', 'serve', '--port', '0', '--data-dir', dataDir());
  const url = await serve.listening;
  expect(await (await fetch(url, page)).text()).toContain('<title>Benchtop</title>');
  serve.child.kill('SIGINT');
  expect(await serve.exited).toBe(0);
  await expect(fetch(url)).rejects.toThrow();
});

test.runIf(process.platform === 'linux')('the server’s process has the settings of the allocator', async () => {
  const serve = command('cli.ts', 'serve', '--port', '0', '--data-dir', dataDir());
  await serve.listening;
  const env = readFileSync(`/proc/${serve.child.pid}/environ`, 'utf8').split('\0');
  expect(env).toEqual(expect.arrayContaining(Object.entries(serverEnv).map(([name, value]) => `${name}=${value}`)));
});

test('serve ends when the channel of the process that started it closes', async () => {
  const args = ['serve', '--port', '0', '--data-dir', dataDir()];
  const child = fork(join(import.meta.dirname, 'cli.ts'), args, { silent: true, execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const exited = once(child, 'exit');
  await watchServer(child).url;
  child.disconnect();
  expect(await exited).toEqual([0, null]);
});

test.runIf(process.platform === 'linux')('start reports in one line that it has no window, and serves', async () => {
  const start = command('start.ts', '--port', '0', '--data-dir', dataDir());
  const url = await start.listening;
  expect(start.output().match(/^.*runs headless.*$/gm)).toEqual([
    'There is no display for the window, so Benchtop runs headless.',
  ]);
  expect((await fetch(url, page)).status).toBe(200);
  start.child.kill('SIGINT');
  expect(await start.exited).toBe(0);
});
