import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Project, project as projectSchema } from '#server/projects/contract.ts';
import { post, remove } from '../../api/api.ts';
import { connect } from '../../api/connect.ts';
import { sessionToken } from '../../api/session.ts';
import { projectKeys } from '../../projects/queries.ts';
import { words } from './words.ts';

const STORAGE_KEY = 'benchtop-sample-projects';

/** Whether this window made the project as a sample. A name would not do: one click removes it, and a person may use the name. */
export function isSampleProject(project: Project): boolean {
  return sampleProjects().includes(project.uuid);
}

function sampleProjects(): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/**
 * Makes a project and fills it as an app and its team would. Removing the project removes all of the sample and nothing else.
 * A failure halfway leaves no project behind. Gives the project.
 */
export function useLoadSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Project> => {
      const project = await post('/api/projects/', { name: words.sample.project }, projectSchema);
      localStorage.setItem(STORAGE_KEY, JSON.stringify([...sampleProjects(), project.uuid]));
      const server = connect(location.origin, () => sessionToken());
      try {
        const { loadSample } = await import('../../simulation/sample/load-sample.ts');
        await loadSample(server, project, Date.now());
      } catch (error) {
        // What stopped it is the news, also where the server is gone and cannot remove anything either.
        await remove(`/api/projects/${project.id}/`).catch(() => {});
        throw error;
      }
      return project;
    },
    onSettled: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  });
}

export function useRemoveSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (projectId: number) => remove(`/api/projects/${projectId}/`),
    onSuccess: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  });
}
