import { Router } from 'express';
import { isoTime } from '../core/time.ts';
import type { Database } from '../database/open.ts';
import type { ReportedFinding } from '../database/storage/contract.ts';
import type { Storage } from '../database/storage/storage.ts';
import { notFound } from '../http/error.ts';
import { resource } from '../http/methods.ts';
import { parse } from '../http/parse.ts';
import { callerOf } from '../projects/authenticate.ts';
import { administers } from '../projects/permissions.ts';
import { noProject } from './conditions.ts';
import { type ServerStatus, statusQuery } from './contract.ts';
import type { Tail } from './tail.ts';

/** In place of a cause that may name files. */
const hiddenCause = 'only keys that administer the server see the cause';

export type ServerFacts = { version: string; instance: string; dataDir: string; startedAt: number; url(): string };

type Parts = {
  facts: ServerFacts;
  database: Database;
  storage: Pick<Storage, 'finding'>;
  storageState(): ServerStatus['storage'];
  tail: Tail;
};
type Totals = Pick<ServerStatus, 'accepted' | 'dropped' | 'rejected' | 'unassigned'>;

/** `GET /status/`, relative to `/api`; expects `requireCaller` before it. */
export function statusRoutes({ facts, database, storage, storageState, tail }: Parts): Router {
  const router = Router();
  const totals = createTotals(database);
  // What the database holds, wherever it stands: the write-ahead log beside it is larger than what is in it.
  const size = database
    .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
    .pluck();
  resource(router, '/status/', {
    get(request, response) {
      const { project_id: projectId } = parse(statusQuery, request.query);
      const caller = callerOf(response);
      const own = caller.projectId;
      const isAdministrator = administers(caller);
      const { error, ...state } = storageState();
      if (own !== null && projectId !== undefined && projectId !== own) throw notFound('No such project.');
      const { version, instance, dataDir, startedAt, url } = facts;
      response.json({
        version,
        instance,
        url: url(),
        data_dir: isAdministrator ? dataDir : null,
        started_at: isoTime(startedAt),
        database_bytes: size.get() ?? 0,
        events_per_second: tail.rate(),
        ...totals(projectId ?? own, own === null),
        storage: { ...state, error: error === null || isAdministrator ? error : hiddenCause },
        // It counts events of all projects.
        finding: own === null ? findingFor(isAdministrator, storage.finding) : null,
      } satisfies ServerStatus);
    },
  });
  return router;
}

/** Others see what was found and can do nothing about it. */
const findingFor = (isAdministrator: boolean, finding: ReportedFinding | null): ReportedFinding | null =>
  finding === null || isAdministrator ? finding : { ...finding, actions: [] };

/**
 * What came for a project, ever; without a project only what has none. Rejected requests whose key tells no project count from
 * the time that the project was made.
 */
function createTotals(database: Database): (projectId: number | null, seesUnassigned: boolean) => Totals {
  const ofProject = database.prepare<[number], Totals>(
    'SELECT accepted, dropped, rejected, 0 AS unassigned FROM totals WHERE project_id = ?',
  );
  const ofNone = database
    .prepare<[number | null], number>(
      `SELECT rejected - ifnull((SELECT unassigned_before FROM projects WHERE id = ?), 0)
       FROM totals WHERE project_id = ${noProject}`,
    )
    .pluck();
  return (projectId, seesUnassigned) => {
    const nothing = { accepted: 0, dropped: 0, rejected: 0 };
    const own = (projectId === null ? undefined : ofProject.get(projectId)) ?? nothing;
    const unassigned = seesUnassigned ? (ofNone.get(projectId) ?? 0) : 0;
    return { ...own, rejected: own.rejected + unassigned, unassigned };
  };
}
