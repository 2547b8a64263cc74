import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A mutation that reloads everything under `queryKey`; `store` may put its answer into the cache before. */
export function useChange<Input, Output>(
  queryKey: QueryKey,
  mutationFn: (input: Input) => Promise<Output>,
  store?: (client: QueryClient, output: Output) => void,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (output) => {
      store?.(client, output);
      return client.invalidateQueries({ queryKey });
    },
  });
}
