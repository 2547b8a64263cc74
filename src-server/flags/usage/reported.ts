import { maxName } from '../../core/contract.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import { prefetchSelected } from '../../events/archive/moving/whole-events.ts';
import { inTestRun, type TestRunScope } from '../../test-runs/in-test-run.ts';
import type { FlagValue } from '../contract.ts';
import type { ReportedChange } from '../evaluation/evaluation-contract.ts';

export type ReportedArgs = TestRunScope & { personId: number };

/** Maximum number of a person's newest events to read; a person may have millions. */
const maxEvents = 20_000;
const maxChanges = 200;

type Row = { uuid: string; timestamp: number; distinct_id: string; flag_key: string; value: string };

/** Reads when apps reported another value of a flag than before, by `$feature_flag_called`; newest first. */
export function readReportedChanges(database: Database, { personId, ...scope }: ReportedArgs): ReportedChange[] {
  const run = inTestRun(scope, 'e.test_run_id');
  const reports = `FROM (SELECT o.id FROM distinct_ids i CROSS JOIN events o ON o.distinct_ref = i.id WHERE i.person_id = ?
      ORDER BY o.id DESC LIMIT ${maxEvents}) newest
    CROSS JOIN events e ON e.id = newest.id JOIN distinct_ids d ON d.id = e.distinct_ref
    WHERE e.name_id = (SELECT id FROM event_names WHERE project_id = ? AND name = '$feature_flag_called')`;
  prefetchSelected(database, `SELECT e.id ${reports}`, personId, scope.projectId);
  const rows = database
    .prepare<unknown[], Row>(
      `SELECT e.uuid, e.timestamp, d.value AS distinct_id, e.properties ->> '$."$feature_flag"' AS flag_key,
         e.properties -> '$."$feature_flag_response"' AS value
       ${reports}
         AND json_type(e.properties, '$."$feature_flag"') = 'text'
         AND json_type(e.properties, '$."$feature_flag_response"') IN ('text', 'true', 'false') AND ${run.sql}
       ORDER BY e.timestamp, e.id`,
    )
    .all(personId, scope.projectId, ...run.values);
  const last = new Map<string, FlagValue>();
  const changes: ReportedChange[] = [];
  for (const { uuid, timestamp, distinct_id, flag_key, value } of rows) {
    const after: FlagValue = JSON.parse(value);
    if (flag_key.length > maxName || String(after).length > maxName) continue;
    const before = last.get(flag_key) ?? null;
    last.set(flag_key, after);
    if (before !== after) changes.push({ flag_key, before, after, distinct_id, at: isoTime(timestamp), event: uuid });
  }
  return changes.reverse().slice(0, maxChanges);
}
