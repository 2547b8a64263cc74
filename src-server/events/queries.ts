import type { Database } from '../database/open.ts';
import type { Asked } from '../database/reader.ts';
import { type EventDetailArgs, type NamesArgs, readEventDetail, readNames } from './detail.ts';
import { type PageArgs, readPage } from './list.ts';
import {
  type EventPropertyNamesArgs,
  type EventPropertyValuesArgs,
  readEventPropertyNames,
  readEventPropertyValues,
} from './properties.ts';
import { readSummary, type SummaryArgs } from './summary.ts';

export type EventQueries = Asked<ReturnType<typeof createEventQueries>>;

/** What the reading thread can be asked about events. */
export const createEventQueries = (database: Database) => ({
  page: (args: PageArgs) => readPage(database, args),
  eventDetail: (args: EventDetailArgs) => readEventDetail(database, args),
  names: (args: NamesArgs) => readNames(database, args),
  propertyNames: (args: EventPropertyNamesArgs) => readEventPropertyNames(database, args),
  propertyValues: (args: EventPropertyValuesArgs) => readEventPropertyValues(database, args),
  summary: (args: SummaryArgs) => readSummary(database, args),
});
