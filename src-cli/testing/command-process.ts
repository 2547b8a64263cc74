import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { CommandRequest, Ended } from './command.ts';

/**
 * The program of a process that runs commands one after the other, each as if it were alone: with its own arguments, environment
 * and output, and until nothing keeps a process alive.
 */
const exitCodeOfUnsettled = 13;
let running: { out: string; err: string; isSettled: boolean } | undefined;
let runs = 0;

process.on('message', async ({ cli, args, env, cwd }: CommandRequest) => {
  const run = { out: '', err: '', isSettled: false };
  running = run;
  runs += 1;
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.chdir(cwd);
  process.argv = [process.execPath, cli, ...args];
  Object.defineProperty(process, 'stdout', { value: collected((text) => (run.out += text)), configurable: true });
  Object.defineProperty(process, 'stderr', { value: collected((text) => (run.err += text)), configurable: true });
  // Only what the command has opened keeps the process alive.
  process.channel?.unref();
  // The query makes Node evaluate the file again; what it imports stays loaded.
  await import(`${pathToFileURL(cli)}?run=${runs}`);
  run.isSettled = true;
});

process.on('beforeExit', () => {
  if (running === undefined) return;
  const { out, err, isSettled } = running;
  const code = isSettled ? Number(process.exitCode ?? 0) : exitCodeOfUnsettled;
  running = undefined;
  process.exitCode = undefined;
  // A simulation listens until its process ends.
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  process.channel?.ref();
  process.send?.({ code, out, err } satisfies Ended);
});
process.once('disconnect', () => process.exit());

const collected = (add: (text: string) => void) =>
  new Writable({
    decodeStrings: false,
    write(chunk, _, done) {
      add(String(chunk));
      done();
    },
  });
