import { dayMs } from '../../../core/text/time-contract.ts';
import type { IdRange } from '../counts.ts';
import type { DailyCountsArgs } from '../daily-counts.ts';
import { intLiteral } from './literal.ts';
import { currentPerson, mergedPersons } from './persons.ts';
import type { Tables } from './schema.ts';

/** Selects what `readDailyCounts` reads from SQLite, of one partition: a day is never in two. */
export const dailyCountsSql = (
  tables: Tables,
  { projectId, after, upTo }: DailyCountsArgs & IdRange,
  month: number,
): string =>
  `SELECT event, toInt64(floor(timestamp / ${dayMs})) AS day, count() AS events, uniqExact(${currentPerson}) AS people
   FROM ${tables.events} FINAL ${mergedPersons(tables, projectId)}
   WHERE month = ${intLiteral(month)} AND project_id = ${intLiteral(projectId)} AND id > ${intLiteral(after)} AND id <= ${intLiteral(upTo)} GROUP BY event, day`;
