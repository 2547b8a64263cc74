import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** Returns a mutation that reloads everything under `queryKey`; `store` may first change the cache with its answer. */
export function useChange<Input, Output>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Output>,
  store?: (client: QueryClient, output: Output) => unknown,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async (output) => {
      await store?.(client, output);
      return client.invalidateQueries({ queryKey });
    },
  });
}

type Keys = { all: (projectId: number) => QueryKey; detail: (projectId: number, id: number) => QueryKey };

/** Returns a mutation that answers with the thing it saved, which replaces the one in the cache. */
export function useSave<Input, Saved extends { id: number }>(
  keys: Keys,
  projectId: number,
  mutationFn: (input: Input) => Promise<Saved>,
) {
  return useChange(keys.all(projectId), mutationFn, (client, saved) =>
    client.setQueryData(keys.detail(projectId, saved.id), saved),
  );
}
