import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import { personsInTestRun } from '../../persons/in-test-run.ts';
import type { TestRunScope } from '../../test-runs/in-test-run.ts';
import type { FlagFilters } from '../contract.ts';
import { bucket, isInRollout } from '../evaluation/bucketing.ts';
import { compileFlag } from '../evaluation/evaluate.ts';
import type { Reach } from '../evaluation/evaluation-contract.ts';

/** `filters` must pass `compileFlag`. `now`: milliseconds UTC, for dates like "-7d". */
export type ReachArgs = TestRunScope & { key: string; filters: FlagFilters; now: number };

/** Milliseconds and persons that one count may take, since other reads wait. */
const timeBudgetMs = 1000;
const maxSubjects = 200_000;
const looksAtClockEvery = 256;

/**
 * Counts whom an unsaved flag would reach, most recently seen first. Buckets persons by their first id and groups by key. Ignores
 * kept ids and overrides, which an unsaved flag does not have.
 */
export function readReach(database: Database, { key, filters, now, ...scope }: ReachArgs): Reach {
  const saved = { id: 0, name: '', active: true, version: 0, ensure_experience_continuity: false };
  const flag = compileFlag({ ...saved, key, filters }, () => now);
  const conditions = filters.groups.map(() => ({ matching: 0, reached: 0 }));
  const counts: Reach = { known: 0, conditions, reached: 0, is_complete: true };
  const testsProperties = flag.conditions.some(({ tests }) => tests.length > 0);
  const implied = filters.aggregation_group_type_index === null ? 'distinct_id' : '$group_key';
  const deadline = performance.now() + timeBudgetMs;
  for (const { id, json } of known(database, scope, filters.aggregation_group_type_index)) {
    const isLate = counts.known % looksAtClockEvery === 0 && performance.now() > deadline;
    if (isLate || counts.known === maxSubjects) return { ...counts, is_complete: false };
    counts.known += 1;
    const properties: JsonObject = testsProperties ? { ...JSON.parse(json), [implied]: id } : {};
    let position: number | undefined;
    let isOn = false;
    for (const { index, rollout, tests } of flag.conditions) {
      const count = conditions[index];
      if (count === undefined || !tests.every((test) => test(properties))) continue;
      count.matching += 1;
      if (rollout !== null) {
        position ??= bucket(key, id, '');
        if (!isInRollout(rollout, position)) continue;
      }
      count.reached += 1;
      isOn = true;
    }
    if (isOn) counts.reached += 1;
  }
  return counts;
}

type Known = { id: string; json: string };

function known(database: Database, scope: TestRunScope, typeIndex: number | null): Iterable<Known> {
  if (typeIndex !== null) {
    return database
      .prepare<number[], Known>(
        'SELECT key AS id, properties AS json FROM groups WHERE project_id = ? AND type_index = ?',
      )
      .iterate(scope.projectId, typeIndex);
  }
  const run = personsInTestRun(scope);
  return database
    .prepare<unknown[], Known>(
      `SELECT p.properties AS json, ifnull((
         SELECT d.value FROM distinct_ids d WHERE d.person_id = p.id
         ORDER BY d.merged_at IS NOT NULL, d.merged_at, d.id LIMIT 1), '') AS id
       FROM persons p WHERE p.project_id = ? AND ${run.sql} ORDER BY p.last_seen_at DESC, p.id DESC`,
    )
    .iterate(scope.projectId, ...run.values);
}
