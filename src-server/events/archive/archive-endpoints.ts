import { type Endpoint, endpointsOf } from '../../http/endpoint.ts';
import type { Authenticator } from '../../projects/authenticate.ts';
import type { Archive } from './archive.ts';
import { archiveCheckReport, archiveCheckRequest, archiveReport } from './archive-contract.ts';

const endpoint = endpointsOf({ tag: 'Server', access: 'administer' });

/** Creates the endpoints of the archive; it concerns all projects, and its errors name servers. */
export function archiveEndpoints(
  authenticator: Pick<Authenticator, 'project'>,
  archive: Archive | undefined,
): Endpoint[] {
  const report = async () => ({ archive: (await archive?.status()) ?? null });
  return [
    endpoint(
      'GET /api/archive/',
      { summary: 'Read the progress of the archive of events in ClickHouse', answer: archiveReport },
      report,
    ),
    endpoint(
      'POST /api/archive/check/',
      {
        summary: 'Compare the events of a project in SQLite and in the archive: counts and people by name and day',
        body: archiveCheckRequest,
        example: { project_id: 1 },
        answer: archiveCheckReport,
      },
      async ({ caller, body }) => {
        const projectId = authenticator.project(caller, String(body.project_id));
        return { check: (await archive?.check(projectId)) ?? null };
      },
    ),
    endpoint(
      'POST /api/archive/retry/',
      { summary: 'Send to the archive of events now instead of after the next delay', answer: archiveReport },
      () => {
        archive?.retryNow();
        return report();
      },
    ),
  ];
}
