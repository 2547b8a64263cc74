import { type ChildProcess, fork, spawn } from 'node:child_process';
import { join } from 'node:path';
import { cli } from '#server/testing/program.ts';

export type Ended = { code: number | null; out: string; err: string };

type Reached = { url: string; personalKey: string };
type Options = { server?: Reached; env?: NodeJS.ProcessEnv; cwd?: string };

/** The environment of a command: not that of the tests, but the address and key of a server. */
function environmentOf({ server, env = {} }: Options): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const reached = server && { BENCHTOP_URL: server.url, BENCHTOP_PERSONAL_API_KEY: server.personalKey };
  return { PATH, NODE_COMPILE_CACHE, HOME: '/nonexistent', ...reached, ...env };
}

/** Starts the command line as a process, for a test that sends signals, closes its output, or reads it before its end. */
export function startCommand(args: string[], options: Options = {}) {
  const { cwd } = options;
  const child = spawn(process.execPath, [cli, ...args], {
    env: environmentOf(options),
    ...(cwd !== undefined && { cwd }),
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (err += chunk));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, out, err })));
  return { child, ended, out: () => out, err: () => err };
}

export type CommandRequest = { cli: string; args: string[]; env: NodeJS.ProcessEnv; cwd: string };

/** Processes that wait for a command; they end with this one. */
const idle: ChildProcess[] = [];

/** Runs a command to its end in a process that has run others: loading the command line is most of the work of a short one. */
export async function runCommand(args: string[], options: Options = {}): Promise<Ended> {
  const host = idle.pop() ?? startHost();
  const request: CommandRequest = { cli, args, env: environmentOf(options), cwd: options.cwd ?? process.cwd() };
  const ended = await new Promise<Ended>((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The process of ${args.join(' ')} ended with ${code}`));
    host.once('exit', fail).once('message', (answer: Ended) => {
      host.off('exit', fail);
      resolve(answer);
    });
    host.send(request);
  });
  idle.push(host);
  return ended;
}

function startHost(): ChildProcess {
  const host = fork(join(import.meta.dirname, 'command-process.ts'), {
    execArgv: [],
    env: environmentOf({}),
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  });
  host.unref();
  host.channel?.unref();
  return host;
}

/** Runs commands on a server to their end. */
export const commandsOf =
  (server: Reached, env: NodeJS.ProcessEnv = {}) =>
  (...args: string[]): Promise<Ended> =>
    runCommand(args, { server, env });
