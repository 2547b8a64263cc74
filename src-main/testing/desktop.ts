import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Commands } from './control.ts';

const root = join(import.meta.dirname, '../..');

type Answer = { id?: number; result?: unknown; error?: string };

export type Desktop = {
  dataDir: string;
  pid: number;
  /** Returns the output of the app so far. */
  output: () => string;
  call: <Name extends keyof Commands>(
    name: Name,
    ...args: Parameters<Commands[Name]>
  ) => Promise<Awaited<ReturnType<Commands[Name]>>>;
  /** Exit code of the app, once it has ended. */
  exited: Promise<number | null>;
  /** Ends the app, by force if it does not quit, and removes its data folder unless the caller passed it. */
  dispose: () => Promise<void>;
};

/** Starts the built main bundle under Node, with the stand-in for Electron. */
export function startDesktop(
  options: { dataDir?: string; env?: Record<string, string>; args?: string[] } = {},
): Desktop {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'benchtop-desktop-'));
  const imports = ['hook.ts', 'control.ts'].flatMap((file) => ['--import', join(import.meta.dirname, file)]);
  const child = spawn(process.execPath, [...imports, 'out/main/index.js', ...(options.args ?? [])], {
    cwd: root,
    env: { ...process.env, BENCHTOP_PORT: '0', BENCHTOP_DATA_DIR: dataDir, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'close').then(([code]) => code as number | null);
  const waiting = new Map<number, (answer: Answer) => void>();
  child.on('message', (answer: Answer) => waiting.get(answer.id ?? 0)?.(answer));
  let calls = 0;

  return {
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    exited,
    call: async (name, ...args) => {
      calls += 1;
      const id = calls;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      if (child.connected) child.send({ id, name, args });
      const ended = exited.then((): Answer => ({ error: 'The app has ended' }));
      const { result, error } = await Promise.race([answered, ended]);
      if (error !== undefined) throw new Error(`${name}: ${error}\n${output}`);
      return result as never;
    },
    dispose: async () => {
      if (child.connected) child.send({ id: 0, name: 'quit', args: [] });
      if ((await Promise.race([exited, delay(10_000, 'late')])) === 'late') {
        // Then it ends itself, and what it started.
        child.disconnect();
        if ((await Promise.race([exited, delay(2_000, 'late')])) === 'late') child.kill('SIGKILL');
      }
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Calls `probe` until it returns a value; fails with its last error after ten seconds. */
export async function eventually<Value>(probe: () => Promise<Value | undefined | false | null>): Promise<Value> {
  const end = Date.now() + 10_000;
  for (;;) {
    let failure: unknown = new Error('It did not come true within ten seconds');
    try {
      const value = await probe();
      if (value) return value;
    } catch (error) {
      failure = error;
    }
    if (Date.now() > end) throw failure;
    await delay(50);
  }
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
