import { readdirSync, readFileSync } from 'node:fs';

/** Other processes may use this share of one core; above it a figure is marked. */
export const maxOthers = 0.1;

/** CPU time in ticks of 10 ms: of each other process by id, and taken by the host. `at`: time of reading, in ms. */
export type Ticks = { at: number; stolen: number; others: ReadonlyMap<number, number> };
/** `used`: its own and its ended children's, in ticks. */
export type ProcessTicks = { pid: number; parent: number; used: number };

/** Reports whether the machine is idle enough; `null` stands for a system that does not tell. */
export function isQuiet(others: number | null): boolean {
  return others !== null && others <= maxOthers;
}

/** Returns how much of a core other processes used between two readings. */
export function othersBetween(before: Ticks, after: Ticks): number {
  let used = after.stolen - before.stolen;
  for (const [pid, now] of after.others) used += Math.max(0, now - (before.others.get(pid) ?? 0));
  return (used * 10) / (after.at - before.at);
}

/** Reads the processor time of all but this process and what it started; null where it is not known. */
export function readTicks(): Ticks | null {
  if (process.platform !== 'linux') return null;
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => processTicks(textOf(`/proc/${pid}/stat`)) ?? []);
  const stolen = stolenTicks(readFileSync('/proc/stat', 'utf8'));
  return { at: performance.now(), stolen, others: outside(processes, [process.pid, kernelThreads]) };
}

/** Returns the text of a file; nothing for a process that has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Parses `/proc/stat`: the time that the host gave to others. */
export function stolenTicks(stat: string): number {
  return Number(/^cpu +(.*)$/m.exec(stat)?.[1]?.split(' ')[7] ?? 0);
}

/** Splits `/proc/<pid>/stat` after the name of the program, which is in brackets and may have spaces and brackets. */
export const statFields = (stat: string) => stat.slice(stat.lastIndexOf(')') + 2).split(' ');

/** Parses `/proc/<pid>/stat`; undefined of an empty one. */
export function processTicks(stat: string): ProcessTicks | undefined {
  const fields = statFields(stat);
  if (fields.length < 15) return undefined;
  const pid = Number.parseInt(stat, 10);
  // The first process gets the time of orphans, such as some of a browser's.
  const used = fields.slice(11, pid === 1 ? 13 : 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), used };
}

/** The parent of kernel threads, which write measured processes' data to disk. */
const kernelThreads = 2;

/** Returns the use of each process that is none of these roots and below none of them. */
export function outside(processes: readonly ProcessTicks[], roots: readonly number[]): Map<number, number> {
  const parents = new Map(processes.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number | undefined): boolean =>
    pid !== undefined && (roots.includes(pid) || isOurs(parents.get(pid)));
  return new Map(processes.filter(({ pid }) => !isOurs(pid)).map(({ pid, used }) => [pid, used]));
}
