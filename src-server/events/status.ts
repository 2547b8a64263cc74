import { Router } from 'express';
import type { Database } from '../database/open.ts';
import { notFound } from '../http/error.ts';
import { resource } from '../http/methods.ts';
import { parse } from '../http/parse.ts';
import { isoTime } from '../http/time.ts';
import { callerOf } from '../projects/authenticate.ts';
import { type ServerStatus, statusQuery } from './contract.ts';
import type { Tail } from './tail.ts';

export type ServerFacts = { version: string; instance: string; dataDir: string; startedAt: number; url(): string };

type Parts = { facts: ServerFacts; database: Database; storage(): ServerStatus['storage']; tail: Tail };
type Totals = Pick<ServerStatus, 'accepted' | 'dropped' | 'rejected'>;

/** `GET /status/`, relative to `/api`; expects `requireCaller` before it. */
export function statusRoutes({ facts, database, storage, tail }: Parts): Router {
  const router = Router();
  // Requests with an unknown key belong to no project and are shown in each.
  const totals = database.prepare<[number], Totals>(
    `SELECT ifnull(sum(accepted), 0) AS accepted, ifnull(sum(dropped), 0) AS dropped, ifnull(sum(rejected), 0) AS rejected
     FROM totals WHERE project_id IN (0, ?)`,
  );
  // What the database holds, wherever it stands: the write-ahead log beside it is larger than what is in it.
  const size = database
    .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
    .pluck();
  const noTotals = { accepted: 0, dropped: 0, rejected: 0 };
  resource(router, '/status/', {
    get(request, response) {
      const { project_id: projectId } = parse(statusQuery, request.query);
      const own = callerOf(response).projectId;
      if (own !== null && projectId !== undefined && projectId !== own) throw notFound('No such project.');
      const { version, instance, dataDir, startedAt, url } = facts;
      response.json({
        version,
        instance,
        url: url(),
        data_dir: dataDir,
        started_at: isoTime(startedAt),
        database_bytes: size.get() ?? 0,
        events_per_second: tail.rate(),
        ...(totals.get(projectId ?? own ?? 0) ?? noTotals),
        storage: storage(),
      } satisfies ServerStatus);
    },
  });
  return router;
}
