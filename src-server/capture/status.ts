import { isoTime } from '../core/text/time-contract.ts';
import type { Database } from '../database/open.ts';
import type { ReportedFinding } from '../database/storage/contract.ts';
import type { Storage } from '../database/storage/storage.ts';
import { type ServerStatus, serverStatus, statusQuery } from '../events/contract.ts';
import type { SendingStatus } from '../events/sending/sending-contract.ts';
import type { Tail } from '../events/tail.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Authenticator } from '../projects/authenticate.ts';
import type { DefinitionsStatus } from '../projects/definitions/definitions-status-contract.ts';
import { noProject } from '../projects/no-project.ts';
import { administers } from '../projects/permissions.ts';

/** Replaces an error that may contain paths. */
const hiddenCause = 'only keys that administer the server see the cause';

export type ServerFacts = { version: string; instance: string; dataDir: string; startedAt: number; url(): string };

type Parts = {
  facts: ServerFacts;
  database: Database;
  authenticator: Pick<Authenticator, 'project'>;
  storage: Pick<Storage, 'finding'>;
  storageState(): ServerStatus['storage'];
  tail: Tail;
  sending(): readonly SendingStatus[];
  definitions(): DefinitionsStatus | null;
};
type Totals = Pick<ServerStatus, 'accepted' | 'dropped' | 'rejected' | 'unassigned'>;

export function statusEndpoints({
  facts,
  database,
  authenticator,
  storage,
  storageState,
  tail,
  sending,
  definitions,
}: Parts): Endpoint[] {
  const totals = createTotals(database);
  // The size of the data in the database; the write-ahead log can be larger than its content.
  const size = database
    .prepare<[], number>('SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()')
    .pluck();
  return [
    endpoint(
      'GET /api/status/',
      { tag: 'Server', summary: 'Read the state of the server', query: statusQuery, answer: serverStatus },
      ({ caller, query: { project_id: id } }) => {
        const own = caller.projectId;
        const projectId = id === undefined ? own : authenticator.project(caller, String(id));
        const isAdministrator = administers(caller);
        const { error, ...state } = storageState();
        const { version, instance, dataDir, startedAt, url } = facts;
        return {
          version,
          instance,
          url: url(),
          data_dir: isAdministrator ? dataDir : null,
          started_at: isoTime(startedAt),
          database_bytes: size.get() ?? 0,
          events_per_second: tail.rate(),
          ...totals(projectId, own === null),
          storage: { ...state, error: error === null || isAdministrator ? error : hiddenCause },
          // The finding counts events of all projects.
          finding: own === null ? findingFor(isAdministrator, storage.finding) : null,
          sending: sending().filter(({ project_id: of }) => own === null || of === null || of === own),
          definitions: definitions(),
        };
      },
    ),
  ];
}

/** Removes the actions, which need administration rights. */
const findingFor = (isAdministrator: boolean, finding: ReportedFinding | null): ReportedFinding | null =>
  finding === null || isAdministrator ? finding : { ...finding, actions: [] };

/** Counts everything received for a project; without one, only unassigned requests. Those count from the project's creation. */
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
