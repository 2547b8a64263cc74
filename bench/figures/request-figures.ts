import { atLeast, type Figure, pageView, upTo } from './figure.ts';

const bareExpress = 'Express 5 with `express.json()` that answers `{status: 1}` and stores nothing';
const rawInserts = 'better-sqlite3 alone, which inserts the same rows into the same schema';
const captures = { unit: 'req/s', peer: bareExpress } as const;
const decides = { part: 'decides', unit: 'req/s', peer: bareExpress } as const;
const beside = { unit: 'ms', peer: 'the same requests at rest' } as const;

/** Figures of SDK requests, alone and under other load. */
export const requestFigures = {
  'captures-known': {
    ...captures,
    part: 'captures',
    title: '`/capture/`, 64 connections, known persons',
    population: `${pageView}; stored persons in turn; 20 actions, request log on`,
    aim: atLeast(1.2),
  },
  'captures-new': {
    ...captures,
    part: 'captures',
    title: '`/capture/`, 64 connections, half of the persons new',
    population: `${pageView}; one half of the requests from stored persons in no order, the other from new ones; 20 actions, request log on`,
    aim: atLeast(1.1),
  },
  'captures-floor': {
    ...captures,
    part: 'captures',
    title: 'the least that stores captures, 64 connections',
    population: `not Benchtop: \`node:http\` that parses the event, inserts its row into the same schema and answers after the commit of all that wait (\`bench/programs/bare-capture.ts\`); ${pageView}`,
  },
  'captures-lone': {
    part: 'captures',
    title: '`/capture/`, 1 connection, p50',
    unit: 'ms',
    population: `${pageView}; 4,000 stored persons in turn; 20 actions, request log on`,
    peer: 'better-sqlite3 alone, which commits one row to the same schema, p50',
    aim: upTo(0.5),
  },
  fsync: {
    part: 'captures',
    title: 'fsync alone, p50',
    unit: 'ms',
    population: '`write` of 4 KiB and `fdatasync` at the end of a file in the folder of the database',
  },
  'captures-actions': {
    part: 'actions',
    title: 'captures with 50 actions',
    unit: 'events/s',
    population: 'visits to a site; 12 actions go by the name, 14 by the url, 14 by what was clicked, 10 by properties',
    peer: 'the same server without actions',
    aim: atLeast(0.9),
  },
  'captures-stored': {
    ...captures,
    part: 'growth',
    title: '`/capture/`, 64 connections, by stored events',
    population: `${pageView}; 1,000 stored persons in turn; request log on`,
  },
  'batches-100': {
    part: 'growth',
    title: '`/batch/` of 100',
    unit: 'events/s',
    peer: rawInserts,
    population: `4 connections; ${pageView}; 1,000 persons in turn`,
  },
  'batches-1000': {
    part: 'growth',
    title: '`/batch/` of 1,000',
    unit: 'events/s',
    peer: rawInserts,
    population: `4 connections; ${pageView}; 1,000 persons in turn`,
    aim: atLeast(0.75),
  },
  'batches-kept': {
    part: 'growth',
    title: '`/batch/` of 1,000 into the fullest database',
    unit: 'events/s',
    population: `4 connections; ${pageView}; 1,000 persons in turn`,
    peer: 'the same batches from an empty database on',
    aim: atLeast(0.9),
  },
  decides: {
    ...decides,
    title: '`/decide/`, 64 connections',
    population: '50 flags: 10 on stored properties, 12 with variants, 25 with a rollout; 4,000 stored persons in turn',
    aim: atLeast(0.9),
  },
  'flag-details': {
    ...decides,
    title: '`/flags/`, 64 connections',
    population: 'as `/decide/`; answers ten times its text, which the peer does not',
  },
  evaluation: {
    part: 'decides',
    title: 'evaluation of flags alone, one core',
    unit: 'flags/s',
    population: 'the same flags and persons, in memory',
    aim: { of: 'value', is: '≥', limit: 100_000 },
  },
  'beside-batches': {
    ...beside,
    part: 'beside',
    title: 'p99 of a request beside batches of 1,000 without pause',
    population: '150 requests a second; batches on 4 connections',
    aim: upTo(20),
  },
  'beside-large-batch': {
    ...beside,
    part: 'beside',
    title: 'p99 of a request beside one batch of 19 MB',
    population: '150 requests a second; one such batch at a time',
    aim: upTo(20),
  },
  'beside-search': {
    ...beside,
    part: 'beside',
    title: 'p99 of a request beside a search of all events',
    population: '150 requests a second; one search without a result after the other',
    aim: upTo(20),
  },
  'beside-matching': {
    ...beside,
    part: 'actions',
    title: 'p99 of a request while stored events are matched',
    population: '150 requests a second; one action after the other is saved',
    aim: upTo(20),
  },
  'beside-results': {
    ...beside,
    part: 'experiments',
    title: 'p99 of a request while results are computed',
    population: '150 single captures a second; one result of page views after the other',
    aim: upTo(20),
  },
} satisfies Record<string, Figure>;
