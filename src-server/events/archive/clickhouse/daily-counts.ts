import { dayMs } from '../../../core/text/time-contract.ts';
import type { Deleting } from '../counts.ts';
import type { DailyCountsArgs } from '../daily-counts.ts';
import { intLiteral, intsLiteral } from './literal.ts';
import { currentPerson, mergedPersons } from './persons.ts';
import type { Tables } from './schema.ts';

/** Returns conditions that omit events of deletions that are not done. */
export function notDeleting(deleting: readonly Deleting[]): string[] {
  const projects = deleting.filter(({ isWhole }) => isWhole).map(({ projectId }) => projectId);
  const runs = deleting.flatMap((ofProject) => ofProject.runs);
  const old = deleting.filter(({ untilId }) => untilId > 0);
  return [
    ...(projects.length === 0 ? [] : [`project_id NOT IN ${intsLiteral(projects)}`]),
    ...old.map(({ projectId, untilId }) => `(project_id != ${intLiteral(projectId)} OR id > ${intLiteral(untilId)})`),
    ...(runs.length === 0 ? [] : [`test_run_id NOT IN ${intsLiteral(runs)}`]),
  ];
}

/** Selects what `readDailyCounts` reads from SQLite, of one partition: a day is never in two. */
export function dailyCountsSql(
  tables: Tables,
  { projectId, upTo, deleting }: DailyCountsArgs & { deleting: Deleting },
  month: number,
): string {
  const conditions = [
    `month = ${intLiteral(month)}`,
    `project_id = ${intLiteral(projectId)}`,
    `id <= ${intLiteral(upTo)}`,
    ...notDeleting([deleting]),
  ];
  return `SELECT event, toInt64(floor(timestamp / ${dayMs})) AS day, count() AS events, uniqExact(${currentPerson}) AS people
   FROM ${tables.events} FINAL ${mergedPersons(tables, projectId)} WHERE ${conditions.join(' AND ')} GROUP BY event, day`;
}
