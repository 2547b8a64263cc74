import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Project, project as projectSchema } from '#server/projects/contract.ts';
import { post, remove } from '../../api/api.ts';
import { projectKeys } from '../../projects/queries.ts';
import { sendPublic } from '../detail/outgoing.ts';
import { sampleShop } from './sample-shop.ts';

/** A project of its own, so that removing it takes all of the sample away and nothing else. */
const sampleProjectName = 'Sample data';

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

/** Makes the sample project and sends it the shop's events by its key, as an app would. Gives the project. */
export function useLoadSample() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<Project> => {
      const project = await post('/api/projects/', { name: sampleProjectName }, projectSchema);
      localStorage.setItem(STORAGE_KEY, JSON.stringify([...sampleProjects(), project.uuid]));
      for (const batch of sampleShop(Date.now())) {
        const body = { api_key: project.api_key, batch: batch, sent_at: new Date().toISOString() };
        await sendPublic({ path: '/batch/', body: JSON.stringify(body), uuid: null });
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
