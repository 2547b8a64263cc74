import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { serverStatus } from '../../src-server/events/contract.ts';
import { serverFlags } from '../lib/server-flags.ts';

export const projectKey = 'phc_tortureProjectKey';
export const personalKey = 'phx_torturePersonalKey';

export type ServerOptions = {
  dataDir: string;
  /** 0, the default: any free one. */
  port?: number;
  /** Flags for Node itself. */
  nodeArgs?: string[];
  env?: Record<string, string>;
  /** Runs as this user; requires root. */
  uid?: number;
  /** Ends it with SIGKILL this long after its start, listening or not. */
  killAfterMs?: number;
};

export type ServerProcess = {
  url: string;
  port: number;
  pid: number;
  /** Lines printed before "Benchtop is listening on". */
  said: string[];
  stderr(): string;
  isRunning(): boolean;
  /** The exit code, once it has ended. */
  ended: Promise<number | null>;
  /** Sends the signal (SIGKILL when absent) and returns the exit code, null when the signal ended it. */
  end(signal?: NodeJS.Signals): Promise<number | null>;
};

/** The process ended before it listened. */
export class StartError extends Error {
  override name = 'StartError';
  readonly code: number | null;
  readonly output: string;

  constructor(code: number | null, output: string) {
    super(`The server ended with ${code} before it listened:\n${output}`);
    this.code = code;
    this.output = output;
  }
}

const root = join(import.meta.dirname, '../..');
const listening = /^Benchtop is listening on (http:\/\/\S+)$/m;
/** Seconds that a start may take; on a damaged or large folder it includes a check. */
const startLimit = 60;

/** Starts the built headless server on loopback and returns once it says that it listens. Throws StartError. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { dataDir, port = 0, nodeArgs = [], env = {}, uid, killAfterMs } = options;
  const guard = join(root, 'scripts/lib/loopback-only.ts');
  const args = [...serverFlags, '--import', guard, ...nodeArgs, join(root, 'out/main/cli.js'), 'serve'];
  const child = spawn(process.execPath, [...args, '--port', String(port), '--data-dir', dataDir, '--quiet'], {
    env: {
      PATH: process.env.PATH,
      HOME: dataDir,
      NODE_ENV: 'production',
      BENCHTOP_PROJECT_API_KEY: projectKey,
      BENCHTOP_PERSONAL_API_KEY: personalKey,
      ...env,
    },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const url = await untilListening(child, ended, () => ({ stdout, stderr }));
  const before = stdout.slice(0, stdout.search(listening));
  return {
    url,
    port: Number(new URL(url).port),
    pid: child.pid ?? 0,
    said: `${before}${stderr}`.split('\n').filter((line) => line.trim() !== ''),
    stderr: () => stderr,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    end: (signal = 'SIGKILL') => end(child, ended, signal),
  };
}

async function untilListening(
  child: ChildProcess,
  ended: Promise<number | null>,
  output: () => { stdout: string; stderr: string },
): Promise<string> {
  const isOver = new AbortController();
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimit * 1000);
  try {
    return await new Promise((resolve, reject) => {
      const read = () => {
        const url = listening.exec(output().stdout)?.[1];
        if (url !== undefined) resolve(url);
      };
      child.stdout?.on('data', read);
      isOver.signal.addEventListener('abort', () => child.stdout?.off('data', read));
      child.once('error', reject);
      void ended.then((code) => reject(new StartError(code, `${output().stdout}${output().stderr}`)));
    });
  } finally {
    isOver.abort();
    clearTimeout(limit);
  }
}

async function end(child: ChildProcess, ended: Promise<number | null>, signal: NodeJS.Signals): Promise<number | null> {
  child.kill(signal);
  const limit = setTimeout(() => child.kill('SIGKILL'), 30_000);
  const code = await ended;
  clearTimeout(limit);
  return code;
}

/** A management request was answered with a status other than 2xx. */
export class AnswerError extends Error {
  override name = 'AnswerError';
  readonly status: number;
  readonly body: string;

  constructor(request: string, status: number, body: string) {
    super(`${request} was answered ${status}: ${body.slice(0, 500)}`);
    this.status = status;
    this.body = body;
  }
}

/** Sends a management request and returns its parsed body. Throws AnswerError on any status but 2xx. */
export async function ask(url: string, path: string, method = 'GET', body?: unknown): Promise<unknown> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { Authorization: `Bearer ${personalKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new AnswerError(`${method} ${path}`, response.status, text);
  return text === '' ? null : JSON.parse(text);
}

export const statusOf = async (url: string) => serverStatus.parse(await ask(url, '/api/status/?project_id=1'));
