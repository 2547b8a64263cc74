import { readdirSync, readFileSync } from 'node:fs';

/** Other processes may use this share of one core; above it a figure is marked. */
export const maxOthers = 0.1;

/** Processor time since the machine started, in ticks of 10 ms, and when it was read, in ms. */
export type Ticks = { at: number; all: number; ours: number };
/** `used`: its own and that of its children that ended, in ticks. */
export type ProcessTicks = { pid: number; parent: number; used: number };

/** `null` stands for a system that does not tell. */
export function isQuiet(others: number | null): boolean {
  return others !== null && others <= maxOthers;
}

/** Returns how much of a core other processes used between two readings. */
export function othersBetween(before: Ticks, after: Ticks): number {
  const used = after.all - after.ours - (before.all - before.ours);
  return Math.max(0, (used * 10) / (after.at - before.at));
}

/** Reads the processor time of the machine, and of this process with all that it started; null where it is not known. */
export function readTicks(): Ticks | null {
  if (process.platform !== 'linux') return null;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => processTicks(textOf(`/proc/${pid}/stat`)) ?? []);
  const all = machineTicks(readFileSync('/proc/stat', 'utf8'));
  return { at: performance.now(), all, ours: treeTicks(processes, [process.pid, kernelThreads]) };
}

/** Returns nothing of a process that has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Parses `/proc/stat`: user, nice, system, and what the host gave to others. Interrupts belong to nobody. */
export function machineTicks(stat: string): number {
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = (/^cpu +(.*)$/m.exec(stat)?.[1] ?? '')
    .split(' ')
    .map(Number);
  return user + nice + system + steal;
}

/** Parses `/proc/<pid>/stat`; undefined of an empty one. */
export function processTicks(stat: string): ProcessTicks | undefined {
  // The name of the program, in brackets, may have spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (fields.length < 15) return undefined;
  const used = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid: Number.parseInt(stat, 10), parent: Number(fields[1]), used };
}

/** The parent of the threads of the kernel, which write to the disk what a measured process gave them. */
const kernelThreads = 2;

/** Returns what these processes used, with all below them. */
export function treeTicks(processes: readonly ProcessTicks[], roots: readonly number[]): number {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const used = ({ pid, used: own }: ProcessTicks): number =>
    (children.get(pid) ?? []).reduce((sum, child) => sum + used(child), own);
  return processes.filter(({ pid }) => roots.includes(pid)).reduce((sum, root) => sum + used(root), 0);
}
