import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { type Project, project as projectSchema } from '#server/projects/contract.ts';
import { patch, post, remove } from '../../api/api.ts';
import { connect } from '../../api/connect.ts';
import { sessionToken } from '../../api/session.ts';
import { projectKeys } from '../../projects/queries.ts';
import { words } from './words.ts';

const mutationKey = ['load-sample'];

/** Returns whether this window loads a sample now. */
export const useIsLoadingSample = (): boolean => useIsMutating({ mutationKey }) > 0;

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
      const created = { name: words.sample.project, sample: 'loading' };
      const project = await post('/api/projects/', created, projectSchema);
      const path = `/api/projects/${project.id}/`;
      const server = connect(location.origin, () => sessionToken());
      try {
        const { loadSample } = await import('../../simulation/sample/load-sample.ts');
        await loadSample(server, project, Date.now());
        return await patch(path, { sample: 'loaded' }, projectSchema);
      } catch (error) {
        // Reports the first failure, also where the server is gone and cannot remove the project either.
        await remove(path).catch(() => {});
        throw error;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  });
}
