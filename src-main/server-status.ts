import { type Read, watch } from './server-reader.ts';

/** The part of the server's status that tray and notifications show. */
export type Activity = {
  eventsPerSecond: number;
  /** All-time count of all projects. */
  dropped: number;
  /** Why the database cannot be written; null while it can. */
  failure: string | null;
};

const periodMs = 2_000;

type Status = {
  events_per_second: number;
  dropped: number;
  storage: { error: string | null };
};

type Projects = { next: string | null; results: { id: number }[] };

export async function readProjects(read: Read): Promise<Projects['results']> {
  const projects: Projects['results'] = [];
  let page: Projects;
  do {
    page = await read<Projects>(`/api/projects/?offset=${projects.length}`);
    projects.push(...page.results);
  } while (page.next !== null);
  return projects;
}

/** Calls `show` with the activity of the server, every two seconds while it answers. */
export function watchActivity(read: Read, show: (activity: Activity) => void): void {
  watch(async () => {
    const projects = await readProjects(read);
    const statuses = await Promise.all(projects.map(({ id }) => read<Status>(`/api/status/?project_id=${id}`)));
    const [status] = statuses;
    if (!status) return;
    show({
      eventsPerSecond: status.events_per_second,
      dropped: statuses.reduce((sum, { dropped }) => sum + dropped, 0),
      failure: status.storage.error,
    });
  }, periodMs);
}
