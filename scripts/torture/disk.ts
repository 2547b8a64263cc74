import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from './scenario.ts';

/** A data folder whose disk can be filled and freed while a server runs on it. */
export type Disk = {
  kind: 'tmpfs' | 'file size limit';
  dataDir: string;
  fill(pid: number): void;
  free(pid: number): void;
};

/** Lists the kinds that this machine and user allow: a small disk, and a limit on the process's file sizes. */
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
  if (!succeeds('mount', '-t', 'tmpfs', 'benchtop-torture', mountPoint)) return undefined;
  onEnd(() => void succeeds('umount', '--lazy', mountPoint));
  const resize = (size: string) => succeeds('mount', '-o', `remount,size=${size}`, mountPoint);
  return {
    kind: 'tmpfs',
    dataDir: join(mountPoint, 'data'),
    fill: () => shrink(mountPoint, resize),
    free: () => resize('50%'),
  };
}

/** Shrinks the disk to its contents, which may still grow meanwhile; the system refuses a smaller size. */
function shrink(mountPoint: string, resize: (size: string) => boolean): void {
  const used = () => {
    const { blocks, bfree, bsize } = statfsSync(mountPoint);
    return String((blocks - bfree) * bsize);
  };
  for (let tries = 0; tries < 1000; tries += 1) if (resize(used())) return;
  throw new Error(`${mountPoint} could not be made small.`);
}

function succeeds(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
