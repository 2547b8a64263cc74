import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

type Relative = { pid: number; parent: number };

const intervalMs = 250;

/** Read at import: npm may end while the build runs. */
const starter = process.ppid;

/**
 * Ends this process when the npm that runs it as a script, or by npx, ends by any signal: npm forwards signals to its shell,
 * which forwards none. Emits `disconnect`, on which the server closes. A process that npm did not start outlives its parent, and
 * so does one whose npm runs under nohup or setsid.
 */
export function endWithNpm(): void {
  const chain = chainToNpm();
  if (chain === null) return;
  const timer = setInterval(() => {
    // On Windows, the parent's id stays after it has ended.
    if (process.ppid === starter && isAlive(starter) && chain.every(isChild)) return;
    clearInterval(timer);
    // Without a listener before the server has started.
    if (!process.emit('disconnect')) process.exit(1);
  }, intervalMs);
  timer.unref();
}

/** Returns the processes between npm and this one: the launcher of npx, and npm's shell, unless it replaced itself. Null without npm. */
function chainToNpm(): Relative[] | null {
  const line = process.env.npm_lifecycle_script;
  const script = `scripts/${basename(process.argv[1] ?? '')}`;
  if (line?.includes(script)) return shellOf(starter, script);
  if (process.env.npm_lifecycle_event !== 'npx' || !line?.includes(npxCommand)) return null;
  const launcher = relativeOf(starter);
  return launcher === null ? [] : [launcher, ...shellOf(launcher.parent, npxCommand)];
}

/** The command of `package.json` that npx runs. */
const npxCommand = 'benchtop';

function shellOf(pid: number, script: string): Relative[] {
  const shell = relativeOf(pid);
  return shell?.command.includes(' -c ') && shell.command.includes(script) ? [shell] : [];
}

function relativeOf(pid: number): (Relative & { command: string }) | null {
  const [command, parent] = isLinux ? [commandOf(pid), parentOf(pid)] : commandByPs(pid);
  return parent === undefined ? null : { pid, parent, command };
}

/** On Linux also correct while an ended parent is a zombie. */
const isChild = ({ pid, parent }: Relative) => (isLinux ? parentOf(pid) === parent : isAlive(parent));

const isLinux = process.platform === 'linux';

/** Returns the command line of a process; `man 5 proc`. */
const commandOf = (pid: number) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');

function parentOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  const parent = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  return parent === undefined ? undefined : Number(parent);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function commandByPs(pid: number): [command: string, parent: number | undefined] {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, parent, command = ''] = /^ *(\d+) (.*)/.exec(stdout ?? '') ?? [];
  return [command, parent === undefined ? undefined : Number(parent)];
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
