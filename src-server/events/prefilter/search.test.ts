import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generatedSearch, searchedProperties, searchFor } from './search-testing.ts';
import { inSqlite } from './sqlite.ts';

test('properties that the prefilter of a search excludes never have its text', () => {
  const database = new Database(':memory:');
  const seen = { found: 0, excluded: 0 };
  fc.assert(
    fc.property(generatedSearch, searchedProperties, (search, properties) => {
      const json = JSON.stringify(properties);
      const { prefilter, isFound } = searchFor(search);
      const { sql, values } = inSqlite(prefilter, () => undefined);
      const kept = database.prepare(`SELECT ${sql} FROM (SELECT ? AS properties) AS e`).pluck();
      const isKept = kept.get(...values, json) === 1;
      if (isFound(json)) seen.found += 1;
      if (!isKept) seen.excluded += 1;
      expect(isFound(json) && !isKept).toBe(false);
    }),
    { numRuns: 3000 },
  );
  database.close();
  // Both outcomes occur often.
  expect(Math.min(seen.found, seen.excluded)).toBeGreaterThan(100);
});
