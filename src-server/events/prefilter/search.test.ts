import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidFilterError } from '../../properties/compile-value.ts';
import { compileNested } from '../properties/nested-property.ts';
import { compiledFilter, generatedProperty, generatedSearch, searchedProperties } from './search-testing.ts';
import { inSqlite } from './sqlite.ts';

test('properties that the prefilter of a search excludes never have its text', () => {
  const database = new Database(':memory:');
  const seen = { found: 0, excluded: 0 };
  fc.assert(
    fc.property(generatedSearch, searchedProperties, (search, properties) => {
      const json = JSON.stringify(properties);
      const { prefilter, isFound } = compiledFilter({ search });
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

test('properties that the SQL of a condition excludes never meet it', () => {
  const seen = { met: 0, excluded: 0 };
  const events = generatedProperty.chain((property) =>
    fc.tuple(
      fc.constant(property),
      searchedProperties,
      fc.oneof(fc.constant(property.value), fc.constant([property.value].flat().join('k').toUpperCase())),
    ),
  );
  fc.assert(
    fc.property(events, ([property, others, own]) => {
      const json = JSON.stringify({ ...others, [property.key]: own });
      const isMet = meets(property, JSON.parse(json));
      fc.pre(isMet !== null);
      const isFound = compiledFilter({ properties: [property] }).isFound(json);
      if (isMet) seen.met += 1;
      if (!isFound) seen.excluded += 1;
      expect(isMet && !isFound).toBe(false);
    }),
    { numRuns: 3000 },
  );
  expect(Math.min(seen.met, seen.excluded)).toBeGreaterThan(100);
});

/** Null for an invalid condition. */
function meets(property: Parameters<typeof compileNested>[0], properties: Record<string, never>): boolean | null {
  try {
    return compileNested(property)(properties);
  } catch (error) {
    if (error instanceof InvalidFilterError) return null;
    throw error;
  }
}
