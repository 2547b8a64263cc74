import assert from 'node:assert/strict';
import { memory } from '../../bench/processes.ts';
import type { ServerProcess } from '../../src-server/testing/process.ts';

/** Fails when the server runs no longer or ever had more than `maxMib`; returns the peak as text. */
export function requirePeak(server: ServerProcess, maxMib: number): string {
  assert.ok(server.isRunning);
  const { peak } = memory(server.pid);
  if (peak === null) return 'memory unknown on this system';
  assert.ok(peak < maxMib, `The server took ${Math.round(peak)} MiB; ${maxMib} are allowed.`);
  return `at most ${Math.round(peak)} MiB`;
}
