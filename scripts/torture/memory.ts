import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerProcess } from './server-process.ts';

type Memory = { now: number; peak: number };

/** Returns the memory of the process, MiB; undefined where the system does not report it. */
export function memoryOf({ pid }: ServerProcess): Memory | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mib = (field: string) => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: mib('VmRSS'), peak: mib('VmHWM') };
}

/** Fails when the server runs no longer or ever had more than `maxMib`; returns the peak as text. */
export function requirePeak(server: ServerProcess, maxMib: number): string {
  assert.ok(server.isRunning());
  const peak = memoryOf(server)?.peak;
  if (peak === undefined) return 'memory unknown on this system';
  assert.ok(peak < maxMib, `The server took ${peak} MiB; ${maxMib} are allowed.`);
  return `at most ${peak} MiB`;
}
