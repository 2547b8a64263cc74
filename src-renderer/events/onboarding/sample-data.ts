import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { projectKeys } from '../../projects/queries.ts';

const mutationKey = ['load-sample'];

/** Returns whether this window loads a sample now. */
export const useIsLoadingSample = (): boolean => useIsMutating({ mutationKey }) > 0;

/** Returns a mutation that loads the sample data, or finds what another window loads. */
export function useLoadSample() {
  const client = useQueryClient();
  return useMutation({
    mutationKey,
    mutationFn: async () => (await import('./new-sample.ts')).newSample(client),
    onSettled: () => client.invalidateQueries({ queryKey: projectKeys.all }),
  });
}
