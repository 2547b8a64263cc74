import { atLeast, atMost, type Figure } from './figure.ts';

const archive = {
  part: 'archive',
  population: 'visits of 100,000 people on 90 days, every tenth exposing one of them to an experiment',
} as const;
const before = 'the same before anything was moved';

/** Figures of moving events to ClickHouse, and of reading them there. */
export const archiveFigures = {
  'archive-sending': {
    ...archive,
    title: 'stored events sent to ClickHouse',
    unit: 'events/s',
  },
  'archive-moving': {
    ...archive,
    title: 'properties moved to ClickHouse, each read back and compared',
    unit: 'events/s',
  },
  'archive-bytes': {
    ...archive,
    title: 'bytes of the database in use, by event',
    unit: 'B',
  },
  'archive-page': {
    ...archive,
    title: 'a page of 100 events of a day, p99',
    unit: 'ms',
    peer: before,
    aim: atMost(5),
  },
  'archive-matching': {
    ...archive,
    title: 'matching of stored events with a new action of a property',
    unit: 'events/s',
    peer: before,
    aim: atLeast(0.1),
  },
  'archive-answers': {
    ...archive,
    title: 'answers over all events',
    unit: 'ms',
    peer: before,
  },
  'archive-processor': {
    ...archive,
    title: "the server's processor time of these answers, ClickHouse apart",
    unit: 'ms',
    peer: before,
  },
} satisfies Record<string, Figure>;
