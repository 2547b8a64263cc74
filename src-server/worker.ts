import { workerData } from 'node:worker_threads';
import { createActionReads } from './actions/reads.ts';
import type { Page } from './core/page.ts';
import type { Database } from './database/open.ts';
import { serveReads } from './database/reader.ts';
import { readEventDetail, readNames } from './events/detail.ts';
import { type PageArgs, readPage } from './events/list.ts';
import { readEventPropertyNames, readEventPropertyValues } from './events/properties.ts';
import { readSummary, type SummaryArgs } from './events/summary.ts';
import { createExperimentReads } from './experiments/reads.ts';
import { type ReachArgs, readReach } from './flags/usage/reach.ts';
import {
  type LastServedArgs,
  readLastServed,
  readServed,
  readUsage,
  type ServedArgs,
  type UsageArgs,
} from './flags/usage/served.ts';
import { createPersonReader, type GroupSearch, type PersonSearch } from './persons/list.ts';
import { readPropertyNames, readPropertyValues } from './persons/properties.ts';

/** The thread of heavy reads: all that it can be asked. */
function createReads(database: Database) {
  const persons = createPersonReader(database);
  return {
    ...createActionReads(database),
    ...createExperimentReads(database),
    page: (args: PageArgs) => readPage(database, args),
    eventDetail: (args: Parameters<typeof readEventDetail>[1]) => readEventDetail(database, args),
    names: (args: Parameters<typeof readNames>[1]) => readNames(database, args),
    eventPropertyNames: (args: Parameters<typeof readEventPropertyNames>[1]) => readEventPropertyNames(database, args),
    eventPropertyValues: (args: Parameters<typeof readEventPropertyValues>[1]) =>
      readEventPropertyValues(database, args),
    summary: (args: SummaryArgs) => readSummary(database, args),
    served: (args: ServedArgs) => readServed(database, args),
    lastServed: (args: LastServedArgs) => readLastServed(database, args),
    usage: (args: UsageArgs) => readUsage(database, args),
    reach: (args: ReachArgs) => readReach(database, args),
    listPersons: (args: { projectId: number; search: PersonSearch; page: Page }) =>
      persons.listPersons(args.projectId, args.search, args.page),
    person: (args: { projectId: number; id: number }) => persons.person(args.projectId, args.id),
    listGroups: (args: { projectId: number; search: GroupSearch; page: Page }) =>
      persons.listGroups(args.projectId, args.search, args.page),
    groupTypes: (args: { projectId: number }) => persons.groupTypes(args.projectId),
    propertyNames: (args: Parameters<typeof readPropertyNames>[1]) => readPropertyNames(database, args),
    propertyValues: (args: Parameters<typeof readPropertyValues>[1]) => readPropertyValues(database, args),
  };
}

export type KnownReads = ReturnType<typeof createReads>;

serveReads(workerData, createReads);
