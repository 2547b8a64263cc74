import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { createFinding } from './finding.ts';
import { MarkerFile } from './marker.ts';

test('the later of two concurrent writes is kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchtop-marker-'));
  const database = new Database(':memory:');
  onTestFinished(() => void database.close());
  const finding = createFinding('damaged', 0, {});
  const file = new MarkerFile(folder, Date.now);
  for (let round = 0; round < 200; round++) {
    void file.write(database, { checked_at: null, finding });
    await file.write(database, { checked_at: null, finding: null });
    expect(file.read()).toMatchObject({ finding: null });
  }
});
