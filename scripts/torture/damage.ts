import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { databaseFile } from '../../src-server/database/storage/files.ts';
import { EndedAtStart, type ServerProcess } from '../../src-server/testing/process.ts';
import { audit, type Ledger } from './ledger.ts';

/** Starts on a damaged folder. A refusal with a sentence passes; otherwise `judgeLoss` decides. */
export async function judgeStart(
  start: () => Promise<ServerProcess>,
  dataDir: string,
  ledger: Ledger,
): Promise<string> {
  let server: ServerProcess;
  try {
    server = await start();
  } catch (error) {
    if (!(error instanceof EndedAtStart)) throw error;
    return `refused with "${requireSentence(error).slice(0, 90)}…"`;
  }
  return judgeLoss(server, dataDir, ledger);
}

/** Throws when a failed start printed a stack or nothing; returns its first line. */
export function requireSentence({ code, output }: EndedAtStart): string {
  assert.equal(code, 1, `It ended with ${code}:\n${output}`);
  assert.doesNotMatch(output, /^ {2,}at /m, 'It printed a stack.');
  assert.match(output, /^benchtop: \S.+\.$/m, 'It says no sentence.');
  return output.split('\n')[0] ?? '';
}

/**
 * Compares a server started after damage with the ledger: every acknowledged event is stored once, or a line before "listening on"
 * reports the loss. Throws otherwise. Returns the figures.
 */
export async function judgeLoss(server: ServerProcess, dataDir: string, ledger: Ledger): Promise<string> {
  const line = server.saidFirst.find((text) => /damage|missing|lost|restore/i.test(text));
  const { acknowledged, stored, missing, twice } = await audit(server, ledger);
  assert.ok(acknowledged > 0, 'Nothing was acknowledged: the scenario tested nothing.');
  assert.equal(twice, 0, `${twice} events are stored twice.`);
  const kept = missing.length === 0 ? 0 : countElsewhere(dataDir, missing);
  assert.ok(
    missing.length === 0 || line !== undefined,
    `${missing.length} of ${acknowledged} acknowledged events are lost without a word (${stored} stored, ${kept} in copies).`,
  );
  const said = line === undefined ? 'nothing said' : `said "${line.slice(0, 90)}…"`;
  return `${acknowledged} acknowledged, ${stored} stored, ${missing.length} missing (${kept} of them in a kept copy), ${said}`;
}

/** Counts how many of these events other databases in the data folder have. */
function countElsewhere(dataDir: string, missing: string[]): number {
  const wanted = new Set(missing);
  const found = new Set<string>();
  for (const file of readdirSync(dataDir, { recursive: true, encoding: 'utf8' })) {
    if (join(dataDir, file) === databaseFile(dataDir) || !/\.sqlite[^-]*$/.test(file)) continue;
    for (const uuid of readUuids(join(dataDir, file))) if (wanted.has(uuid)) found.add(uuid);
  }
  return found.size;
}

function readUuids(file: string): string[] {
  const copy = new Database(file, { readonly: true });
  try {
    return copy.prepare<[], string>('SELECT uuid FROM events').pluck().all();
  } catch {
    return [];
  } finally {
    copy.close();
  }
}
