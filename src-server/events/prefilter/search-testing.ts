import Database from 'better-sqlite3';
import fc from 'fast-check';
import { propertyOperator } from '../../properties/contract.ts';
import { conditionsOf } from '../filters/conditions.ts';
import { eventFilter } from '../filters/filter-contract.ts';
import type { Prefilter } from './prefilter.ts';

/** Letters whose other case SQLite does not know, and characters that JSON or LIKE treat specially. */
const pieces = [
  ...['a', 'A', 'k', '\u212a', 'İ', 'ß', 'é', 'É', '"', '\\', '\n', '\0', '\u2028', '\ud83e', '🦊'],
  ...['%', '_', ':', '{', '5', '-', "'"],
];
const piece = fc.constantFrom(...pieces);
const text = fc.oneof(
  fc.array(piece, { maxLength: 3 }).map((each) => each.join('')),
  fc.constant('x'.repeat(250)),
);

/** Properties of events. */
export const searchedProperties = fc.dictionary(text, fc.oneof(text, fc.array(text, { maxLength: 2 })), {
  maxKeys: 3,
  noNullPrototype: true,
});

/** A search that some of them have. */
export const generatedSearch = fc
  .oneof(text, fc.constantFrom('":"', 'x"', '[]', 'A'.repeat(2)))
  .filter((each) => each !== '');

/** A condition on properties, of which some meet it. */
export const generatedProperty = fc.record({
  key: fc.constantFrom('plan', 'a.b', 'ü', 'a"b'),
  operator: fc.oneof(
    fc.constantFrom(...propertyOperator.options),
    fc.constantFrom('exact' as const, 'icontains' as const),
  ),
  value: fc.oneof(text, fc.array(text, { minLength: 1, maxLength: 2 })),
});

/** Returns the prefilter of a filter, and a function that tests the JSON of properties with its SQL. */
export function compiledFilter(filter: object): { prefilter: Prefilter; isFound: (json: string) => boolean } {
  const { events, prefilter } = conditionsOf({ projectId: 1, seesUnassigned: true }, eventFilter.parse(filter));
  if (events === null || prefilter === null) throw new Error('The filter reads no properties.');
  // The other parts of the condition look into tables that are empty here.
  const { sql, values } = events;
  const found = tables.prepare<unknown[], 0 | 1>(
    `SELECT ${sql} FROM (SELECT 1 AS project_id, 1 AS name_id, 1 AS distinct_ref, '' AS uuid, ? AS properties) AS r`,
  );
  return { prefilter, isFound: (json) => found.pluck().get(...values, json) === 1 };
}

const tables = new Database(':memory:');
tables.exec('CREATE TABLE event_names (id, project_id, name); CREATE TABLE distinct_ids (id, value)');
