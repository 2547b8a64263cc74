import { getRouteApi } from '@tanstack/react-router';
import type { z } from 'zod';
import { useChangeSearch } from '../../ui/page/use-change-search.ts';
import type { resultsSearch } from './results-search.ts';

const route = getRouteApi('/experiments/$experimentId');

/** Returns a function that changes what the address says of the results, in place of its entry in the history. */
export const useChangeResults = () => useChangeSearch<z.infer<typeof resultsSearch>>(route, false);
