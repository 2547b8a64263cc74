import { getRouteApi } from '@tanstack/react-router';
import type { z } from 'zod';
import type { resultsSearch } from './results-search.ts';

const route = getRouteApi('/experiments/$experimentId');

/** Returns a function that changes what the address says of the results, in place of its entry in the history. */
export function useChangeResults() {
  const navigate = route.useNavigate();
  return (part: z.infer<typeof resultsSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, ...part }), replace: true, resetScroll: false });
}
