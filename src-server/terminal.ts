import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Calls `onLine` with each line that is typed into the terminal this server was started in, and returns whether there is one. In
 * the background it reads nothing: the system stops a background process that reads from its terminal.
 */
export function readTerminal(onLine: (line: string) => void): boolean {
  const { stdin } = process;
  if (!stdin.isTTY || !isForeground()) return false;
  stdin.setEncoding('utf8');
  stdin.on('data', (text: string) => {
    for (const line of text.split('\n').slice(0, -1)) onLine(line.trim());
  });
  // The terminal was closed; the server goes on.
  stdin.on('error', () => stdin.pause());
  // Moved to the background with Ctrl-Z and "bg", or back.
  process.on('SIGCONT', () => (isForeground() ? stdin.resume() : stdin.pause()));
  stdin.unref();
  return true;
}

/** Reports whether the terminal's input is for this process; false if unknown. */
function isForeground(): boolean {
  if (process.platform === 'win32') return true;
  try {
    const [group, foreground] = process.platform === 'linux' ? groupsByProc() : groupsByPs();
    return group !== undefined && group === foreground;
  } catch {
    return false;
  }
}

/** Returns the process group of this process and that of its terminal's foreground; `man 5 proc`. */
function groupsByProc(): (string | undefined)[] {
  const stat = readFileSync('/proc/self/stat', 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [fields[2], fields[5]];
}

function groupsByPs(): (string | undefined)[] {
  const { stdout } = spawnSync('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/);
}

export function openInBrowser(address: string): void {
  const { platform } = process;
  const command = platform === 'darwin' ? 'open' : platform === 'win32' ? 'rundll32' : 'xdg-open';
  const args = platform === 'win32' ? ['url.dll,FileProtocolHandler', address] : [address];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => process.stderr.write('benchtop: no browser could be opened; use the address above.\n'));
  child.unref();
}
