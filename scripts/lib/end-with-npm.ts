import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

type Relative = { pid: number; parent: number };

const intervalMs = 250;

/** Read at import: npm may end while the build runs. */
const starter = process.ppid;

/**
 * Ends this process when the npm that runs it as a script ends by any signal: npm forwards signals to its shell, which forwards
 * none. Emits `disconnect`, on which the server closes. A process that npm did not start outlives its parent, and so does one whose
 * npm runs under nohup or setsid.
 */
export function endWithNpm(): void {
  const script = `scripts/${basename(process.argv[1] ?? '')}`;
  if (!process.env.npm_lifecycle_script?.includes(script)) return;
  const shell = shellOf(starter, script);
  const timer = setInterval(() => {
    // On Windows, the parent's id stays after it has ended.
    if (process.ppid === starter && isAlive(starter) && (shell === null || isChild(shell))) return;
    clearInterval(timer);
    // Without a listener before the server has started.
    if (!process.emit('disconnect')) process.exit(1);
  }, intervalMs);
  timer.unref();
}

/** Returns the shell between npm and this process; null where the shell replaced itself by the command. */
function shellOf(pid: number, script: string): Relative | null {
  const [command, parent] = isLinux ? [commandOf(pid), parentOf(pid)] : commandByPs(pid);
  return command.includes(' -c ') && command.includes(script) && parent !== undefined ? { pid, parent } : null;
}

/** On Linux also correct while an ended parent is a zombie. */
const isChild = ({ pid, parent }: Relative) => (isLinux ? parentOf(pid) === parent : isAlive(parent));

const isLinux = process.platform === 'linux';

/** `man 5 proc`. */
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
