import type { Database } from '../database/open.ts';
import type { Asked } from '../database/reader.ts';
import { type CountArgs, type CountsArgs, readCount, readCounts } from './counting/count.ts';
import { createPeopleReader } from './counting/people.ts';
import { readSlice, type SliceArgs } from './matching/calculate.ts';
import {
  type ActionEventsArgs,
  type EventMatchesArgs,
  type PreviewArgs,
  readActionEvents,
  readEventMatches,
  readPreview,
} from './preview/preview.ts';

export type ActionQueries = Asked<ReturnType<typeof createActionQueries>>;

/** What the reading thread can be asked about actions. */
export const createActionQueries = (database: Database) => ({
  matchSlice: (args: SliceArgs) => readSlice(database, args),
  count: (args: CountArgs) => readCount(database, args),
  counts: (args: CountsArgs) => readCounts(database, args),
  people: createPeopleReader(database),
  preview: (args: PreviewArgs) => readPreview(database, args),
  matchesOfEvent: (args: EventMatchesArgs) => readEventMatches(database, args),
  events: (args: ActionEventsArgs) => readActionEvents(database, args),
});
