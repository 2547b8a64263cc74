import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openWriter } from '../database/open.ts';

/** Opens a database in a folder of its own, until the running test has ended. */
export function databaseOfTest(): { folder: string; database: Database } {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-test-'));
  const database = openWriter(folder);
  onTestFinished(() => void database.close());
  return { folder, database };
}
