import type { Database } from '../database/open.ts';
import { type ExperimentExclusions, experimentExclusions, noExclusions } from './contract.ts';

/** `version` grows with each change, 0 before the first. */
export type Exclusions = ExperimentExclusions & { version: number };

/** Reads whom a project excludes from its experiments. */
export function readExclusions(database: Database, projectId: number): Exclusions {
  const newest = database
    .prepare<[number], { id: number; exclusions: string }>(
      'SELECT id, exclusions FROM experiment_exclusions WHERE project_id = ? ORDER BY id DESC LIMIT 1',
    )
    .get(projectId);
  if (newest === undefined) return { ...noExclusions, version: 0 };
  return { ...experimentExclusions.parse(JSON.parse(newest.exclusions)), version: newest.id };
}

/** Stores whom it excludes from now on, if that differs. `at`: milliseconds UTC. */
export function writeExclusions(database: Database, projectId: number, given: ExperimentExclusions, at: number): void {
  const { version: _, ...known } = readExclusions(database, projectId);
  const text = JSON.stringify(given);
  if (JSON.stringify(known) === text) return;
  database
    .prepare<[number, number, string]>(
      'INSERT INTO experiment_exclusions (project_id, at, exclusions) VALUES (?, ?, ?)',
    )
    .run(projectId, at, text);
}
