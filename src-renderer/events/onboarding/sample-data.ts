import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Project, project as projectSchema } from '#server/projects/contract.ts';
import { post, remove } from '../../api/api.ts';
import { connect } from '../../api/connect.ts';
import { sessionToken } from '../../api/session.ts';
import { projectKeys } from '../../projects/queries.ts';
import { words } from './words.ts';

const CREATED = 'benchtop-sample-projects';
/** Holds those that are not loaded to the end: a reload, or a server that went away, leaves them here. */
const INCOMPLETE = 'benchtop-sample-incomplete';
const mutationKey = ['load-sample'];

/** Returns whether this window created the project as a sample. A name would not do: a person may use the same one. */
export function isSampleProject(project: Project): boolean {
  return uuidsIn(CREATED).includes(project.uuid);
}

/** Returns whether the sample project lacks a part of the sample. */
export function isIncompleteSample(project: Project): boolean {
  return uuidsIn(INCOMPLETE).includes(project.uuid);
}

/** Returns whether this window loads a sample now. */
export const useIsLoadingSample = (): boolean => useIsMutating({ mutationKey }) > 0;

const keep = (key: string, uuids: unknown[]) => localStorage.setItem(key, JSON.stringify(uuids));

function uuidsIn(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

/**
 * Returns a mutation that creates a project and fills it as an app and its team would. Removing the project removes all of the
 * sample and nothing else. A failure halfway leaves no project behind; `incomplete` are those of earlier loads that could not
 * remove theirs.
 */
export function useLoadSample() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: async (incomplete: Project[]): Promise<Project> => {
      for (const { id } of incomplete) await remove(`/api/projects/${id}/`);
      const project = await post('/api/projects/', { name: words.sample.project }, projectSchema);
      keep(CREATED, [...uuidsIn(CREATED), project.uuid]);
      keep(INCOMPLETE, [project.uuid]);
      const server = connect(location.origin, () => sessionToken());
      try {
        const { loadSample } = await import('../../simulation/sample/load-sample.ts');
        await loadSample(server, project, Date.now());
        keep(INCOMPLETE, []);
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
