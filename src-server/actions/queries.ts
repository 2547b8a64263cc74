import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { Asked } from '../database/reader.ts';
import { readCount, readCounts } from './counting/count.ts';
import { createPeopleReader } from './counting/people.ts';
import { readSlice } from './matching/calculate.ts';
import { readActionEvents, readEventMatches, readPreview } from './preview/preview.ts';

export type ActionQueries = Asked<ReturnType<typeof createActionQueries>>;

/** What the reading thread can be asked about actions. */
export const createActionQueries = (database: Database) => ({
  ...boundTo(database, {
    matchSlice: readSlice,
    count: readCount,
    counts: readCounts,
    preview: readPreview,
    matchesOfEvent: readEventMatches,
    events: readActionEvents,
  }),
  people: createPeopleReader(database),
});
