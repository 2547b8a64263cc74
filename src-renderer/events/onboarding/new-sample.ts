import type { QueryClient } from '@tanstack/react-query';
import { type Project, project as projectSchema, sampleBeat } from '#server/projects/contract.ts';
import { patch, post, remove } from '../../api/api.ts';
import { connect } from '../../api/connect.ts';
import { ApiFailure } from '../../api/errors.ts';
import { sessionToken } from '../../api/session.ts';
import { projectsQuery } from '../../projects/queries.ts';
import { loadSample } from '../../simulation/sample/load-sample.ts';
import { words } from './words.ts';

const loading = { sample: 'loading' };

/**
 * Creates a project and fills it as an app and its team would. Removing the project removes all of the sample and nothing else.
 * A failure halfway leaves no project behind. Earlier loads that could not remove theirs are removed.
 */
export async function newSample(client: QueryClient): Promise<Project> {
  const project = await newOrLoadedSample(client);
  if (project.sample === 'loaded') return project;
  const path = `/api/projects/${project.id}/`;
  const server = connect(location.origin, () => sessionToken());
  let beats: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    beats = beats.then(() => patch(path, loading, projectSchema)).catch(() => {});
  }, sampleBeat.everyMs);
  try {
    for (const { id, sample } of await projectsNow(client))
      if (sample === 'loading' && id !== project.id) await remove(`/api/projects/${id}/`);
    await loadSample(server, project, Date.now());
    clearInterval(timer);
    // One that arrived later would undo the next line.
    await beats;
    return await patch(path, { sample: 'loaded' }, projectSchema);
  } catch (error) {
    clearInterval(timer);
    // Reports the first failure, also where the server is gone and cannot remove the project either.
    await remove(path).catch(() => {});
    throw error;
  }
}

/** Creates the project of a sample; while another window loads one, waits for that one. */
async function newOrLoadedSample(client: QueryClient): Promise<Project> {
  for (;;) {
    try {
      return await post('/api/projects/', { name: words.sample.project, ...loading }, projectSchema);
    } catch (error) {
      if (!(error instanceof ApiFailure && error.code === 'sample_exists')) throw error;
    }
    const loaded = (await projectsNow(client)).find(({ sample }) => sample === 'loaded');
    if (loaded !== undefined) return loaded;
    await new Promise((resolve) => setTimeout(resolve, sampleBeat.everyMs));
  }
}

const projectsNow = async (client: QueryClient): Promise<Project[]> =>
  (await client.fetchQuery({ ...projectsQuery(), staleTime: 0 })).results;
