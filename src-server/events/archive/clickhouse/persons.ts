import { intLiteral } from './literal.ts';
import type { Tables } from './schema.ts';

/**
 * Joins the merges of a project to a selection from `events`, so that `currentPerson` is who an event's person is now. Each shard
 * joins its own copy. A selection must not call anything else `person_id`: old versions take that for the key of the join.
 */
export const mergedPersons = ({ merged }: Tables, projectId: number): string =>
  `ANY LEFT JOIN (SELECT person_id, argMax(merged_into, version) AS merged_into FROM ${merged}
     WHERE project_id = ${intLiteral(projectId)} GROUP BY person_id) AS m USING (person_id)`;

/** The person after merges. Persons without a merge are not in the table, and join as 0. */
export const currentPerson = 'if(merged_into = 0, person_id, merged_into)';
