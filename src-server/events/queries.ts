import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { countBetween, readArchivedCounts } from './archive/counts.ts';
import { readDailyCounts } from './archive/daily-counts.ts';
import { readMovable, readMoved } from './archive/moving/read-moving.ts';
import { readEventDetail } from './detail/event-detail.ts';
import { countAfter } from './expected-count/count.ts';
import { readNearest } from './expected-count/nearest.ts';
import { readNames } from './names.ts';
import { readPage } from './page.ts';
import { readEventPropertyNames, readEventPropertyValues } from './properties/properties.ts';
import { readRequestBody } from './requests/request-bodies.ts';
import { findOldEvents } from './retention/find-old.ts';
import { readBacklog, readBlock } from './sending/read-block.ts';
import { readSummary } from './summary.ts';

function hasPerson(database: Database, { projectId, id }: { projectId: number; id: number }): boolean {
  return database.prepare('SELECT 1 FROM persons WHERE project_id = ? AND id = ?').get(projectId, id) !== undefined;
}

export type EventQueries = AskedQueries<ReturnType<typeof createEventQueries>>;

export const createEventQueries = (database: Database) =>
  boundTo(database, {
    page: readPage,
    countAfter,
    nearest: readNearest,
    eventDetail: readEventDetail,
    hasPerson,
    names: readNames,
    propertyNames: readEventPropertyNames,
    propertyValues: readEventPropertyValues,
    requestBody: readRequestBody,
    summary: readSummary,
    block: readBlock,
    backlog: readBacklog,
    archivedCounts: readArchivedCounts,
    countBetween,
    oldEvents: findOldEvents,
    dailyCounts: readDailyCounts,
    movable: readMovable,
    moved: readMoved,
  });
