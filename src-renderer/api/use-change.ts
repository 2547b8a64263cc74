import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** A change after which all that is kept under `queryKey` is asked anew; `store` may keep its answer until then. */
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
