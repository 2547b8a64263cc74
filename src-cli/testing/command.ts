import { spawn } from 'node:child_process';
import { cli } from '#server/testing/program.ts';

export type Ended = { code: number | null; out: string; err: string };

type Reached = { url: string; personalKey: string };
type Options = { server?: Reached; env?: NodeJS.ProcessEnv; cwd?: string };

/** Starts the command line as a process, without the environment of the tests; with the address and key of a server. */
export function startCommand(args: string[], { server, env = {}, cwd }: Options = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const reached = server && { BENCHTOP_URL: server.url, BENCHTOP_PERSONAL_API_KEY: server.personalKey };
  const child = spawn(process.execPath, [cli, ...args], {
    env: { PATH, NODE_COMPILE_CACHE, HOME: '/nonexistent', ...reached, ...env },
    ...(cwd !== undefined && { cwd }),
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  return { child, ended, out: () => out, err: () => err };
}

/** Runs commands on a server to their end. */
export const commandsOf =
  (server: Reached, env: NodeJS.ProcessEnv = {}) =>
  (...args: string[]): Promise<Ended> =>
    startCommand(args, { server, env }).ended;
