import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { type List, maxPage } from '#server/core/contract.ts';
import { readQuery } from '../../api/read-query.ts';
import { type Labeled, labelsOf } from './list-search.ts';

/** Loads the tags and owners that the newest 1,000 rows of a list have. */
export const labelsQuery = <Row extends Labeled>(
  queryKey: QueryKey,
  path: string,
  schema: z.ZodType<List<Row>>,
  what: string,
) =>
  queryOptions({
    ...readQuery(queryKey, path, schema, { query: { limit: maxPage }, what }),
    select: ({ results }) => labelsOf(results),
  });
