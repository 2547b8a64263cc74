import type { PartName } from './parts.ts';

/**
 * All figures of the bench. A figure has a reading for each of its variants: another client, other stored events, another request.
 * `peer`: what is measured in the same rounds, and divides the figure.
 */
export type Figure = {
  part: PartName;
  title: string;
  unit: 'req/s' | 'events/s' | 'flags/s' | 'ms' | 'µs' | 'MiB' | 'kB' | 'B';
  population: string;
  peer: string | null;
  aim: Aim | null;
};
export type Aim = { of: 'value' | 'ratio'; is: '≥' | '≤' | '<'; limit: number };

const atLeast = (limit: number): Aim => ({ of: 'ratio', is: '≥', limit });
const atMost = (limit: number): Aim => ({ of: 'ratio', is: '≤', limit });
const below = (limit: number): Aim => ({ of: 'value', is: '<', limit });
const upTo = (limit: number): Aim => ({ of: 'value', is: '≤', limit });

const bareExpress = 'Express 5 with `express.json()` that answers `{status: 1}` and stores nothing';
const rawInserts = 'better-sqlite3 alone, which inserts the same rows into the same schema';
const rawReads = 'better-sqlite3 alone, which reads the same rows and properties once';
const captures = { unit: 'req/s', peer: bareExpress } as const;
const decides = { part: 'decides', unit: 'req/s', peer: bareExpress } as const;
const beside = { unit: 'ms', peer: 'the same requests at rest' } as const;
const results = { part: 'experiments', unit: 'ms' } as const;
const sample = 'the same page view of 23 properties';

export const figures = {
  'captures-known': {
    ...captures,
    part: 'captures',
    title: '`/capture/`, 64 connections, known persons',
    population: `${sample}; stored persons in turn; 20 actions, request log on`,
    aim: atLeast(1.2),
  },
  'captures-new': {
    ...captures,
    part: 'captures',
    title: '`/capture/`, 64 connections, half of the persons new',
    population: `${sample}; one half of the requests from stored persons in no order, the other from new ones; 20 actions, request log on`,
    aim: atLeast(1.1),
  },
  'captures-lone': {
    part: 'captures',
    title: '`/capture/`, 1 connection, p50',
    unit: 'ms',
    population: `${sample}; 4,000 stored persons in turn; 20 actions, request log on`,
    peer: 'better-sqlite3 alone, which commits one row to the same schema, p50',
    aim: upTo(0.5),
  },
  fsync: {
    part: 'captures',
    title: 'fsync alone, p50',
    unit: 'ms',
    population: '`write` of 4 KiB and `fdatasync` at the end of a file in the folder of the database',
    peer: null,
    aim: null,
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
    population: `${sample}; 1,000 stored persons in turn; request log on`,
    aim: null,
  },
  'batches-100': {
    part: 'growth',
    title: '`/batch/` of 100',
    unit: 'events/s',
    peer: rawInserts,
    population: `4 connections; ${sample}; 1,000 persons in turn`,
    aim: null,
  },
  'batches-1000': {
    part: 'growth',
    title: '`/batch/` of 1,000',
    unit: 'events/s',
    peer: rawInserts,
    population: `4 connections; ${sample}; 1,000 persons in turn`,
    aim: atLeast(0.75),
  },
  'batches-kept': {
    part: 'growth',
    title: '`/batch/` of 1,000 into the fullest database',
    unit: 'events/s',
    population: `4 connections; ${sample}; 1,000 persons in turn`,
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
    aim: null,
  },
  evaluation: {
    part: 'decides',
    title: 'evaluation of flags alone, one core',
    unit: 'flags/s',
    population: 'the same flags and persons, in memory',
    peer: null,
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
  counts: {
    part: 'actions',
    title: 'counts of an action',
    unit: 'ms',
    peer: 'DuckDB, from the same rows, without HTTP',
    population: '36% of visits of 100,000 people on 90 days match',
    aim: below(5),
  },
  matching: {
    part: 'actions',
    title: 'matching of stored events with a new action',
    unit: 'events/s',
    population: 'visits of 100,000 people',
    peer: null,
    aim: { of: 'value', is: '≥', limit: 200_000 },
  },
  'results-first': {
    ...results,
    title: 'results, first after a start',
    population: 'a tenth of the events exposes a person each, up to 100,000',
    peer: 'DuckDB, counts alone from columns in memory',
    aim: atMost(1),
  },
  'results-again': {
    ...results,
    title: 'results, asked again',
    population: 'a tenth of the events exposes a person each, up to 100,000',
    peer: 'DuckDB, counts alone from columns in memory',
    aim: atMost(1),
  },
  'results-everything': {
    ...results,
    title: 'results with everything on',
    population: 'seven metrics, two of them guardrails, with CUPED, a plan and exclusions',
    peer: rawReads,
    aim: below(1000),
  },
  'results-processor': {
    ...results,
    title: 'results with everything on, processor time of the server',
    population: 'the same; a new server for each round',
    peer: rawReads,
    aim: null,
  },
  inspector: {
    part: 'growth',
    title: 'a page of 100 events in the inspector, p99',
    unit: 'ms',
    population: 'visits of 100,000 people on 90 days',
    peer: null,
    aim: below(50),
  },
  'inspector-text': {
    part: 'growth',
    title: 'first page of a free text search, p99',
    unit: 'ms',
    population: 'visits of 100,000 people on 90 days',
    peer: null,
    aim: below(300),
  },
  'cold-start': {
    part: 'growth',
    title: 'from the start of the process to the first capture answered',
    unit: 'ms',
    population: 'headless, by stored events',
    peer: null,
    aim: below(250),
  },
  'memory-idle': {
    part: 'growth',
    title: 'resident memory when idle',
    unit: 'MiB',
    population: '2 s after a start, by stored events',
    peer: null,
    aim: below(100),
  },
  'memory-load': {
    part: 'memory',
    title: 'resident memory under load, its peak',
    unit: 'MiB',
    population: 'captures on 64 connections, batches of 1,000 and decides at once',
    peer: null,
    aim: below(300),
  },
  'memory-after': {
    part: 'memory',
    title: 'resident memory after the load',
    unit: 'MiB',
    population: 'without requests since',
    peer: null,
    aim: below(150),
  },
  'event-bytes': {
    part: 'storage',
    title: 'database bytes of an event',
    unit: 'B',
    population:
      'captured singly, 430 B of properties, 4,000 persons in turn; with its request and indexes, without the raw body',
    peer: null,
    aim: upTo(700),
  },
  'event-bytes-parts': {
    part: 'storage',
    title: 'of these, by table and index',
    unit: 'B',
    population: 'those over 1 B',
    peer: null,
    aim: null,
  },
  'body-bytes': {
    part: 'storage',
    title: 'raw body of an event',
    unit: 'B',
    population: 'as it came, kept for the newest requests',
    peer: null,
    aim: null,
  },
  'stored-bytes': {
    part: 'growth',
    title: 'database bytes of an event, by stored events',
    unit: 'B',
    population: 'visits of 100,000 people, in batches',
    peer: null,
    aim: null,
  },
  'first-screen': {
    part: 'window',
    title: 'scripts and styles of the first screen, gzip',
    unit: 'kB',
    population: 'what a browser loads of the built window before any click',
    peer: null,
    aim: below(250),
  },
  'first-paint': {
    part: 'window',
    title: 'first contentful paint',
    unit: 'ms',
    population: 'a new browser profile, no event',
    peer: null,
    aim: below(1000),
  },
  'window-frames': {
    part: 'window',
    title: 'main thread time of a frame, p95',
    unit: 'ms',
    population: 'the live page, at 2,000 events a second',
    peer: null,
    aim: below(16),
  },
  'expectations-check': {
    part: 'expectations',
    title: 'a check of 100 rules',
    unit: 'ms',
    population: '100,000 events of a test run; counts, filters, orders and 20 JSON Schemas',
    peer: null,
    aim: below(1000),
  },
  'expectations-wake': {
    part: 'expectations',
    title: 'from a commit to the answer of a check that waits, p99',
    unit: 'ms',
    population: '100 checks of one rule',
    peer: null,
    aim: upTo(50),
  },
  diff: {
    part: 'diff',
    title: 'a comparison of two test runs',
    unit: 'ms',
    population: '10,000 events each',
    peer: null,
    aim: below(1000),
  },
  'tracking-plan': {
    part: 'trackingPlan',
    title: 'processor time of an event with the tracking plan',
    unit: 'µs',
    population: `${sample}, or visits to a site`,
    peer: 'the same server with it off',
    aim: atMost(1.05),
  },
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;

export const isFigure = (name: string): name is FigureName => Object.hasOwn(figures, name);

export const figureNames = Object.keys(figures).filter(isFigure);
