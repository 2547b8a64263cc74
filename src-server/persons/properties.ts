import type { Database } from '../database/open.ts';
import type { PropertyNames, PropertyValues } from '../properties/contract.ts';
import { namesIn, parsedRows, valuesIn } from '../properties/suggest.ts';
import type { PropertyNamesQuery, PropertyValuesQuery } from './contract.ts';
import { personsInTestRun } from './in-test-run.ts';

export type PropertyNamesArgs = { projectId: number; query: PropertyNamesQuery };
export type PropertyValuesArgs = { projectId: number; query: PropertyValuesQuery };
type Owner = Pick<PropertyNamesQuery, 'kind' | 'group_type_index' | 'test_run'>;

const newest = 5000;

/** Suggests names of stored properties. */
export function readPropertyNames(database: Database, { projectId, query }: PropertyNamesArgs): PropertyNames {
  return namesIn(newestProperties(database, projectId, query), query.search);
}

export function readPropertyValues(database: Database, { projectId, query }: PropertyValuesArgs): PropertyValues {
  return valuesIn(newestProperties(database, projectId, query), query.key, query.search);
}

/** Reads the newest 5,000 rows, up to the read limit of one answer. */
function newestProperties(database: Database, projectId: number, owner: Owner) {
  const { kind, group_type_index: type = null, test_run: testRun } = owner;
  if (kind === 'person') {
    const run = personsInTestRun({ projectId, testRun });
    const persons = database
      .prepare<(string | number)[], string>(
        `SELECT p.properties FROM persons p WHERE p.project_id = ? AND ${run.sql}
         ORDER BY p.last_seen_at DESC, p.id DESC LIMIT ?`,
      )
      .pluck();
    return parsedRows(persons.iterate(projectId, ...run.values, newest));
  }
  const groups = database
    .prepare<[number, number | null, number], string>(
      `SELECT properties FROM groups WHERE project_id = ? AND type_index = ifnull(?, type_index)
       ORDER BY id DESC LIMIT ?`,
    )
    .pluck();
  return parsedRows(groups.iterate(projectId, type, newest));
}
