import type { JsonObject } from '../../core/contract.ts';
import { parseJson } from '../../core/json/parse-json-contract.ts';
import type { Database } from '../../database/open.ts';
import type { TestRunScope } from '../../test-runs/in-test-run.ts';
import type { FlagFilters } from '../contract.ts';
import { bucket, isInRollout } from '../evaluation/bucketing.ts';
import { compileFlag, impliedProperty, unsavedFlag } from '../evaluation/evaluate.ts';
import type { Reach } from '../evaluation/evaluation-contract.ts';
import { countBudget, knownGroups, knownPersons } from './known.ts';

/** `filters` must pass `compileFlag`. `now`: milliseconds UTC, for dates like "-7d". */
export type ReachArgs = TestRunScope & { key: string; filters: FlagFilters; now: number };

/**
 * Counts whom an unsaved flag would reach, most recently seen first. Buckets persons by their first id and groups by key. Ignores
 * kept ids and overrides, which an unsaved flag does not have.
 */
export function readReach(database: Database, { key, filters, now, ...scope }: ReachArgs): Reach {
  const flag = compileFlag({ ...unsavedFlag, key, filters }, () => now);
  const conditions = filters.groups.map(() => ({ matching: 0, reached: 0 }));
  const counts: Reach = { known: 0, conditions, reached: 0, is_complete: true };
  const testsProperties = flag.conditions.some(({ tests }) => tests.length > 0);
  const implied = impliedProperty(filters);
  const isSpent = countBudget();
  const typeIndex = filters.aggregation_group_type_index;
  const known = typeIndex === null ? knownPersons(database, scope) : knownGroups(database, scope.projectId, typeIndex);
  for (const { id, json } of known) {
    if (isSpent(counts.known)) return { ...counts, is_complete: false };
    counts.known += 1;
    const properties: JsonObject = testsProperties ? { ...parseJson(json), [implied]: id } : {};
    let position: number | undefined;
    let isOn = false;
    for (const { index, rollout, tests } of flag.conditions) {
      const count = conditions[index];
      if (count === undefined || !tests.every((test) => test(properties))) continue;
      count.matching += 1;
      if (isOn) continue;
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
