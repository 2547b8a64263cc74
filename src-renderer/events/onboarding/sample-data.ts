import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Project, project as projectSchema } from '#server/projects/contract.ts';
import { post, remove } from '../../api/api.ts';
import { connect } from '../../api/connect.ts';
import { sessionToken } from '../../api/session.ts';
import { projectKeys } from '../../projects/queries.ts';
import { words } from './words.ts';

const STORAGE_KEY = 'benchtop-sample-projects';

/** Returns whether this window created the project as a sample. A name would not do: a person may use the same one. */
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
 * Returns a mutation that creates a project and fills it as an app and its team would. Removing the project removes all of the
 * sample and nothing else. A failure halfway leaves no project behind.
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
        // Reports the first failure, also where the server is gone and cannot remove the project either.
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
