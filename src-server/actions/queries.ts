import { boundTo } from '../database/bound.ts';
import type { Database } from '../database/open.ts';
import type { AskedQueries } from '../database/reader.ts';
import { readCountOf, readCounts } from './counting/counts.ts';
import { readActionsOfPerson } from './counting/of-person.ts';
import { createPeopleReader } from './counting/people.ts';
import { readSlice } from './matching/calculate.ts';
import { readActionEvents, readEventMatches, readPreview } from './preview/preview.ts';

export type ActionQueries = AskedQueries<ReturnType<typeof createActionQueries>>;

export const createActionQueries = (database: Database) => ({
  ...boundTo(database, {
    matchSlice: readSlice,
    count: readCountOf,
    counts: readCounts,
    preview: readPreview,
    matchesOfEvent: readEventMatches,
    events: readActionEvents,
    ofPerson: readActionsOfPerson,
  }),
  people: createPeopleReader(database),
});
