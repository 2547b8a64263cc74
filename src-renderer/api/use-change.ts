import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A mutation that reloads everything under `queryKey`; `store` may change the cache with its answer before. */
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
