import { closeSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { databaseFile, removeDatabase, walFile } from '../../../src-server/database/storage/files.ts';
import { judgeStart } from '../damage.ts';
import { Ledger } from '../ledger.ts';
import type { Random } from '../random.ts';
import type { Context, Scenario } from '../scenario.ts';
import { sendFor } from '../traffic.ts';
import { pause } from '../wait.ts';

type Damage = {
  name: string;
  /** How the server ends before the damage: SIGKILL leaves the write-ahead log, SIGTERM checkpoints it. */
  signal: 'SIGKILL' | 'SIGTERM';
  /** Damages the files; returns a description. */
  harm(dataDir: string, random: Random): string;
};

const pageBytes = 8192;
const log = (dataDir: string) => walFile(databaseFile(dataDir));

const damages: Damage[] = [
  {
    name: 'wal-cut',
    signal: 'SIGKILL',
    harm(dataDir, random) {
      const size = statSync(log(dataDir)).size;
      const left = Math.floor(size * random.next() * 0.9);
      truncateSync(log(dataDir), left);
      return `cut at ${Math.round((left / size) * 100)}%`;
    },
  },
  {
    name: 'wal-garbled',
    signal: 'SIGKILL',
    harm(dataDir, random) {
      const at = random.int(statSync(log(dataDir)).size);
      overwrite(log(dataDir), at, random.bytes(64));
      return `64 bytes at ${at}`;
    },
  },
  {
    name: 'page-corrupted',
    signal: 'SIGTERM',
    harm(dataDir, random) {
      const page = random.int(statSync(databaseFile(dataDir)).size / pageBytes);
      overwrite(databaseFile(dataDir), page * pageBytes, random.bytes(pageBytes));
      return `page ${page + 1}`;
    },
  },
  {
    name: 'database-cut',
    signal: 'SIGTERM',
    harm(dataDir, random) {
      const size = statSync(databaseFile(dataDir)).size;
      const left = Math.floor(size * (0.1 + 0.8 * random.next()));
      truncateSync(databaseFile(dataDir), left);
      return `cut at ${Math.round((left / size) * 100)}%`;
    },
  },
  {
    name: 'database-empty',
    signal: 'SIGTERM',
    harm(dataDir) {
      truncateSync(databaseFile(dataDir), 0);
      return '0 bytes';
    },
  },
  {
    name: 'database-missing',
    signal: 'SIGKILL',
    harm(dataDir) {
      removeDatabase(databaseFile(dataDir));
      return 'all files removed';
    },
  },
];

/** A scenario for each kind of damage that a start may find. */
export const damageScenarios: Scenario[] = damages.map((damage) => ({
  name: damage.name,
  seconds: { ci: 6, full: 120 },
  async run(context) {
    const rounds: string[] = [];
    do rounds.push(await damageOnce(context, damage));
    while (!context.isOver());
    return { figures: `${rounds.length} times; ${rounds[0]}` };
  },
}));

async function damageOnce(context: Context, { signal, harm }: Damage): Promise<string> {
  const { random, folder, start } = context;
  const dataDir = folder();
  const ledger = new Ledger(random);
  const server = await start({ dataDir });
  await sendFor(context, server.url, ledger, 800);
  // A reported loss is based on the marker, which may be a second behind.
  await pause(1500);
  await server.end(signal);
  const done = harm(dataDir, random);
  try {
    return `${done}: ${await judgeStart(() => start({ dataDir }), dataDir, ledger)}`;
  } catch (error) {
    throw new Error(`${done}: ${(error as Error).message}`, { cause: error });
  }
}

function overwrite(file: string, position: number, bytes: Buffer): void {
  const descriptor = openSync(file, 'r+');
  writeSync(descriptor, bytes, 0, bytes.length, position);
  closeSync(descriptor);
}
