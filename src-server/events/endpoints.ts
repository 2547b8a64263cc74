import type { Request, Response } from 'express';
import type { z } from 'zod';
import type { Hold } from '../core/byte-budget.ts';
import type { Caller } from '../core/caller.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { isoTime } from '../core/text/time-contract.ts';
import { asking, type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { notFound, orNotFound, validationError } from '../http/error.ts';
import { pageLink } from '../http/list.ts';
import type { UnreadAnswers } from '../http/unread-answers.ts';
import { noSuchPerson } from '../persons/contract.ts';
import { propertyNames, propertyValues } from '../properties/contract.ts';
import { validateProperties } from '../properties/validate.ts';
import {
  type EventPage,
  eventDetail,
  eventPage,
  eventPropertyNamesQuery,
  eventPropertyValuesQuery,
  eventQuery,
  eventSummary,
  requestBody,
  seenNames,
  seenNamesQuery,
} from './contract.ts';
import type { StoredDetail } from './detail/event-detail.ts';
import { pipelineOf } from './detail/pipeline.ts';
import { expectedCountOf, requireCount } from './expected-count/require-count.ts';
import type { EventScope } from './filters/conditions.ts';
import {
  bodyQuery,
  type EventFilter,
  eventFilter,
  eventListQuery,
  eventSummaryQuery,
  timelineQuery,
} from './filters/filter-contract.ts';
import { firstArrivalOf } from './filters/times.ts';
import type { PageArgs, PageResult } from './page.ts';
import { poll } from './poll.ts';
import type { EventQueries } from './queries.ts';
import { slotOf } from './store.ts';
import type { Tail } from './tail.ts';

type Parts = { queries: EventQueries; tail: Tail; answers: UnreadAnswers; now(): number };

const endpoint = endpointsOf({ tag: 'Events' });
const root = '/api/projects/{project_id}/';

export const eventEndpoints = (parts: Parts): Endpoint[] => [
  ...listEndpoints(parts),
  endpoint(
    `GET ${root}events/summary/`,
    { summary: 'Count events by outcome and over time', query: eventSummaryQuery, answer: eventSummary },
    ({ caller, projectId, query }) => {
      const scope = scopeOf(caller, projectId);
      const to = parts.now();
      const filter = withSpan(query, to);
      validateProperties(filter.properties, ['properties']);
      return parts.queries.summary({ ...scope, filter, to });
    },
  ),
  endpoint(
    `GET ${root}events/names/`,
    { summary: 'List event names and property keys that were seen', query: seenNamesQuery, answer: seenNames },
    ({ projectId, query: { near, test_run: testRun } }) => parts.queries.names({ projectId, near, testRun }),
  ),
  endpoint(
    `GET ${root}events/properties/`,
    {
      summary: 'Suggest names of properties that the newest events have',
      query: eventPropertyNamesQuery,
      answer: propertyNames,
    },
    ({ projectId, query }) => parts.queries.propertyNames({ projectId, query }),
  ),
  endpoint(
    `GET ${root}events/property_values/`,
    {
      summary: 'Suggest values that the newest events have in a property',
      ...asking(eventPropertyValuesQuery, propertyValues, { key: 'plan' }),
    },
    ({ projectId, query }) => parts.queries.propertyValues({ projectId, query }),
  ),
  ...itemEndpoints(parts),
];

const itemEndpoints = ({ queries }: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}events/{uuid}/`,
    {
      summary: 'Read an event, or a dropped or rejected one, with its request and pipeline',
      query: eventQuery,
      answer: eventDetail,
    },
    async ({ caller, projectId, params, query }) => {
      const uuid = params.uuid.toLowerCase();
      const isTruncated = query.truncate === 'true';
      const detail = await queries.eventDetail({ ...scopeOf(caller, projectId), uuid, isTruncated });
      return detailOf(orNotFound(detail, `No event has the uuid ${quoteSent(uuid)}.`));
    },
  ),
  endpoint(
    `GET ${root}events/{uuid}/body/`,
    {
      summary: 'Read the body of the request that brought an event, part by part',
      query: bodyQuery,
      answer: requestBody,
    },
    async ({ projectId, params, query }) => {
      const body = await queries.requestBody({ projectId, uuid: params.uuid.toLowerCase(), part: query.part });
      return orNotFound(body, 'This part of the body is not kept.');
    },
  ),
];

/**
 * Adds the span of the last `minutes` to a filter. It begins with a slot, so that counts by slot equal those of a list, and moves
 * on only with the next.
 */
function withSpan<Query extends EventFilter & { minutes: number }>({ minutes, ...filter }: Query, now: number) {
  if (minutes === 0) return filter;
  const start = slotOf(now) * 1000 - minutes * 60_000;
  return { ...filter, received_from: isoTime(Math.max(start, firstArrivalOf(filter) ?? start)) };
}

const listEndpoints = ({ queries, tail, answers, now }: Parts): Endpoint[] => [
  endpoint(
    `GET ${root}events/`,
    {
      summary:
        'Read events, newest first; with wait, as soon as there is one; with min or exactly, require a number of them',
      query: eventListQuery,
      answer: eventPage,
    },
    async ({ request, response, caller, projectId, query }) => {
      const { limit, before, after, wait, min, exactly, ...rest } = query;
      const filter = withSpan(rest, now());
      validateProperties(filter.properties, ['properties']);
      const args = { ...scopeOf(caller, projectId), filter, ...cursorOf({ limit, before, after }) };
      const gone = goneSignal(response);
      const wanted = expectedCountOf(query);
      if (wanted !== null) await requireCount({ queries, tail }, args, wanted, { waitMs: wait * 1000, gone });
      const waitMs = before === undefined && limit > 0 && wanted === null ? wait * 1000 : 0;
      const { page, room, asked } = await readOrWait({ queries, tail, answers }, args, waitMs, gone);
      if (room !== null) answers.hold(response, room);
      return pageAnswer(request, asked, page);
    },
  ),
  endpoint(
    `GET ${root}persons/{person_id}/timeline/`,
    { summary: 'Read the events of a person, newest first', query: timelineQuery, answer: eventPage },
    async ({ request, response, caller, projectId, params, query: { test_run, ...cursor } }) => {
      if (!(await queries.hasPerson({ projectId, id: params.person_id }))) throw notFound(noSuchPerson);
      const filter = { ...eventFilter.parse({ test_run }), person_id: params.person_id };
      const args = { ...scopeOf(caller, projectId), filter, ...cursorOf(cursor) };
      const { page, room } = await readPage({ queries, answers }, args, new AbortController().signal);
      answers.hold(response, room);
      return pageAnswer(request, args, page);
    },
  ),
];

/** Returns which rows a caller may see. */
export const scopeOf = (caller: Caller, projectId: number): EventScope => ({
  projectId,
  seesUnassigned: caller.projectId === null,
});

const detailOf = (detail: StoredDetail) => ({
  ...detail.event,
  id: String(detail.id),
  request: detail.request,
  pipeline: pipelineOf(detail),
});

/** `room` is null for a page without rows. */
type Read = { page: PageResult; room: Hold | null; asked: PageArgs };

/** Returns the page when it has rows, else when a matching row is committed, else empty after `waitMs`. */
async function readOrWait(
  { queries, tail, answers }: Pick<Parts, 'queries' | 'tail' | 'answers'>,
  args: PageArgs,
  waitMs: number,
  gone: AbortSignal,
): Promise<Read> {
  let asked = args;
  const look = async (): Promise<Read> => {
    const read = { ...(await readPage({ queries, answers }, asked, gone)), asked };
    if (read.page.events.length > 0) return read;
    read.room.release();
    asked = { ...asked, after: read.page.cursor };
    return { ...read, room: null };
  };
  const stateOf = ({ page: { events, cursor, lastScanned }, asked: { after } }: Read) => {
    // A restore took the events up to the cursor: the client has to know before others arrive.
    if (events.length > 0 || cursor < (args.after ?? 0)) return 'done';
    if (lastScanned === null) return 'waiting';
    // A search that stopped halfway through stored rows continues with `next`, not with new rows.
    return after === undefined ? 'done' : 'partial';
  };
  return poll({ tail, waitMs, gone, isGathering: true, look, stateOf });
}

/** Reads a page once there is memory for it; skips clients that disconnected. */
async function readPage(
  { queries, answers }: Pick<Parts, 'queries' | 'answers'>,
  args: PageArgs,
  gone: AbortSignal,
): Promise<{ page: PageResult; room: Hold }> {
  const room = await answers.room();
  try {
    const nothing = { events: [], cursor: args.after ?? 0, lastScanned: null };
    return { page: gone.aborted ? nothing : await queries.page(args), room };
  } catch (error) {
    room.release();
    throw error;
  }
}

/** Aborts when the client disconnects. */
export function goneSignal(response: Response): AbortSignal {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  return gone.signal;
}

type Cursor = Pick<z.output<typeof eventListQuery>, 'limit' | 'before' | 'after'>;

function cursorOf({ limit, before, after }: Cursor): Pick<PageArgs, 'limit' | 'before' | 'after'> {
  if (before !== undefined && after !== undefined) {
    throw validationError('invalid_input', 'Send `before` or `after`, not both.', 'before');
  }
  return { limit, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) };
}

function pageAnswer(request: Request, { after }: PageArgs, { events, cursor, lastScanned }: PageResult): EventPage {
  const key = after === undefined ? 'before' : 'after';
  // Further pages are those of the answer, whose number is checked already.
  const checked = { min: null, exactly: null };
  const next = lastScanned === null ? null : pageLink(request, { [key]: lastScanned, ...checked });
  return { next, cursor: String(cursor), results: events };
}
