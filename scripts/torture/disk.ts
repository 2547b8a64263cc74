import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './scenario.ts';

/** A data folder whose disk can be filled, and have room again, while a server process runs on it. */
export type Disk = {
  kind: 'tmpfs' | 'file size limit';
  dataDir: string;
  fill(pid: number): void;
  free(pid: number): void;
};

/** The kinds that this machine and user can make: a small disk of its own, and a limit on what the process may write. */
export function disksHere(context: Context): Disk[] {
  return [limitedDisk(context), smallDisk(context)].filter((disk) => disk !== undefined);
}

function limitedDisk({ folder }: Context): Disk | undefined {
  if (!succeeds('prlimit', '--version')) return undefined;
  const limit = (pid: number, bytes: string) => succeeds('prlimit', `--pid=${pid}`, `--fsize=${bytes}:`);
  return {
    kind: 'file size limit',
    dataDir: folder(),
    fill: (pid) => limit(pid, '4096'),
    free: (pid) => limit(pid, 'unlimited'),
  };
}

function smallDisk({ folder, onEnd }: Context): Disk | undefined {
  const mountPoint = folder();
  if (!succeeds('mount', '-t', 'tmpfs', '-o', 'size=96m', 'benchtop-torture', mountPoint)) return undefined;
  onEnd(() => void succeeds('umount', '--lazy', mountPoint));
  const ballast = join(mountPoint, 'ballast');
  return {
    kind: 'tmpfs',
    dataDir: join(mountPoint, 'data'),
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast),
  };
}

function writeUntilFull(file: string): void {
  const descriptor = openSync(file, 'a');
  try {
    for (let size = 1 << 20; size >= 1; size >>= 1) while (writes(descriptor, size));
  } finally {
    closeSync(descriptor);
  }
}

function writes(descriptor: number, size: number): boolean {
  try {
    return writeSync(descriptor, Buffer.alloc(size)) === size;
  } catch {
    return false;
  }
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
