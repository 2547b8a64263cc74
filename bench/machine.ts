import { cpus, platform, release, totalmem } from 'node:os';
import Database from 'better-sqlite3';
import { z } from 'zod';

/** `memory` in GiB. */
export const machineFacts = z.object({
  cpu: z.string(),
  cores: z.number(),
  memory: z.number(),
  kernel: z.string(),
  node: z.string(),
  sqlite: z.string(),
});
export type Machine = z.infer<typeof machineFacts>;

export function readMachine(): Machine {
  const database = new Database(':memory:');
  const sqlite = database.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '';
  database.close();
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown processor',
    cores: cpus().length,
    memory: Math.round(totalmem() / 2 ** 30),
    kernel: `${platform()} ${release()}`,
    node: process.versions.node,
    sqlite,
  };
}

export function machineLine({ cpu, cores, memory, kernel, node, sqlite }: Machine): string {
  return `${cores} × ${cpu}, ${memory} GiB, ${kernel}, Node ${node}, SQLite ${sqlite}`;
}
