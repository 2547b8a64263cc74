import type { Database } from '../database/open.ts';
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

export type ActionReads = ReturnType<typeof createActionReads>;

/** What the reading thread can be asked about actions. */
export function createActionReads(database: Database) {
  return {
    matchSlice: (args: SliceArgs) => readSlice(database, args),
    actionCount: (args: CountArgs) => readCount(database, args),
    actionCounts: (args: CountsArgs) => readCounts(database, args),
    actionPeople: createPeopleReader(database),
    actionPreview: (args: PreviewArgs) => readPreview(database, args),
    eventMatches: (args: EventMatchesArgs) => readEventMatches(database, args),
    actionEvents: (args: ActionEventsArgs) => readActionEvents(database, args),
  };
}
