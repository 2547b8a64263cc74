import { type QueryKey, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { remove } from './api.ts';

type Deletion = {
  /** Of what is deleted. */
  queryKey: QueryKey;
  path: string;
  /** Leaves the page of what is deleted. */
  leave?: (() => Promise<unknown>) | undefined;
};

const deletionKey = (queryKey: QueryKey) => ['deletion', ...queryKey];

/** Deletes something; its page is left before anything is loaded anew, so that nobody asks for what is gone. */
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

/** Whether something is being deleted; its page then stops asking for it. */
export const useIsDeleting = (queryKey: QueryKey): boolean => useIsMutating({ mutationKey: deletionKey(queryKey) }) > 0;
