import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { remove } from './api.ts';

type Deletion = {
  /** The query of the deleted thing. */
  queryKey: QueryKey;
  path: string;
  /** Leaves the page of the deleted thing. */
  leave?: (() => Promise<unknown>) | undefined;
};

const deletionKey = (queryKey: QueryKey) => ['deletion', ...queryKey];

/** Deletes something after leaving its page, which would request the deleted thing again. */
export function useDeletion({ queryKey, path, leave }: Deletion) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionKey(queryKey),
    mutationFn: () => remove(path),
    onSuccess: async () => {
      await leave?.();
      client.removeQueries({ queryKey });
      await client.invalidateQueries();
    },
  });
}

/** Returns whether something is being deleted; its page then stops asking for it. */
export const useIsDeleting = (queryKey: QueryKey): boolean => useIsMutating({ mutationKey: deletionKey(queryKey) }) > 0;
