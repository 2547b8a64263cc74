import { type Request, type Response, Router } from 'express';
import type { Hold } from '../core/byte-budget.ts';
import type { Reader, Reads } from '../database/reader.ts';
import { notFound, validationError } from '../http/error.ts';
import { pageLink, wholeNumber } from '../http/list.ts';
import { resource } from '../http/methods.ts';
import { parse, pathId } from '../http/parse.ts';
import type { UnreadAnswers } from '../http/unread-answers.ts';
import { callerOf, projectOf } from '../projects/authenticate.ts';
import { conditionsOf, type EventScope } from './conditions.ts';
import {
  type EventFilter,
  type EventPage,
  eventFilter,
  eventPropertyNamesQuery,
  eventPropertyValuesQuery,
  eventQuery,
} from './contract.ts';
import type { readNames, readStory, Story } from './detail.ts';
import type { PageArgs, PageResult } from './list.ts';
import { pipelineOf } from './pipeline.ts';
import type { readEventPropertyNames, readEventPropertyValues } from './properties.ts';
import type { readSummary, SummaryArgs } from './summary.ts';
import type { Tail } from './tail.ts';

/** What these routes ask of the reading thread. */
export interface EventReads extends Reads {
  page(args: PageArgs): PageResult;
  story(args: Parameters<typeof readStory>[1]): ReturnType<typeof readStory>;
  names(args: Parameters<typeof readNames>[1]): ReturnType<typeof readNames>;
  summary(args: SummaryArgs): ReturnType<typeof readSummary>;
  eventPropertyNames(args: Parameters<typeof readEventPropertyNames>[1]): ReturnType<typeof readEventPropertyNames>;
  eventPropertyValues(args: Parameters<typeof readEventPropertyValues>[1]): ReturnType<typeof readEventPropertyValues>;
}

type Parts = { reader: Pick<Reader<EventReads>, 'read'>; tail: Tail; answers: UnreadAnswers; now(): number };

const longestWait = 30;
const longestWindow = 24 * 60;
/** A tail that matches nothing looks at most this often, in ms, however much arrives. */
const restMs = 40;

/** Events, relative to `/api`; expects `requireCaller` and `requireProject` before it. */
export function eventRoutes({ reader, tail, answers, now }: Parts): Router {
  const router = Router();

  resource(router, '/projects/:project_id/events/', {
    async get(request, response) {
      const scope = scopeOf(response);
      const args = { ...scope, filter: filterOf(scope, request.query), ...pageArgs(request) };
      const wait = args.after === undefined ? 0 : Math.min(wholeNumber(request, 'wait', 0), longestWait);
      const gone = new AbortController();
      response.on('close', () => gone.abort());
      const { page, room } = await readOrWait({ reader, tail, answers }, args, wait * 1000, gone.signal);
      if (gone.signal.aborted) room.release();
      else answers.send(response, pageAnswer(request, args, page), room);
    },
  });

  resource(router, '/projects/:project_id/events/summary/', {
    async get(request, response) {
      const scope = scopeOf(response);
      const minutes = Math.min(Math.max(wholeNumber(request, 'minutes', 60), 1), longestWindow);
      const to = now();
      const filter = filterOf(scope, request.query);
      response.json(await reader.read('summary', { ...scope, filter, from: to - minutes * 60_000, to }));
    },
  });

  resource(router, '/projects/:project_id/events/names/', {
    async get(_request, response) {
      response.json(await reader.read('names', { projectId: projectOf(response) }));
    },
  });

  resource(router, '/projects/:project_id/events/properties/', {
    async get(request, response) {
      const query = parse(eventPropertyNamesQuery, withoutEmpty(request.query));
      response.json(await reader.read('eventPropertyNames', { projectId: projectOf(response), query }));
    },
  });

  resource(router, '/projects/:project_id/events/property_values/', {
    async get(request, response) {
      const query = parse(eventPropertyValuesQuery, withoutEmpty(request.query));
      response.json(await reader.read('eventPropertyValues', { projectId: projectOf(response), query }));
    },
  });

  resource(router, '/projects/:project_id/events/:uuid/', {
    async get(request, response) {
      const uuid = String(request.params.uuid).toLowerCase();
      const isTruncated = parse(eventQuery, request.query).truncate === 'true';
      const story = await reader.read('story', { ...scopeOf(response), uuid, isTruncated });
      if (story === null) throw notFound('No such event.');
      response.json(detailOf(story));
    },
  });

  resource(router, '/projects/:project_id/persons/:person_id/timeline/', {
    async get(request, response) {
      const personId = pathId(request.params.person_id);
      if (personId === undefined) throw notFound('No such person.');
      const filter = parse(eventFilter, { person_id: personId });
      const args = { ...scopeOf(response), filter, ...pageArgs(request) };
      const { page, room } = await readPage({ reader, answers }, args, new AbortController().signal);
      answers.send(response, pageAnswer(request, args, page), room);
    },
  });

  return router;
}

const scopeOf = (response: Response): EventScope => ({
  projectId: projectOf(response),
  seesUnassigned: callerOf(response).projectId === null,
});

const detailOf = (story: Story) => ({
  ...story.event,
  id: String(story.id),
  request: story.request,
  pipeline: pipelineOf(story),
});

/** The page at once when it holds anything, else when something that belongs to it is committed, else empty after `wait` ms. */
async function readOrWait(
  { reader, tail, answers }: Pick<Parts, 'reader' | 'tail' | 'answers'>,
  args: PageArgs,
  wait: number,
  gone: AbortSignal,
): Promise<{ page: PageResult; room: Hold }> {
  const end = performance.now() + wait;
  for (let from = args.after; ; ) {
    const seen = tail.commits;
    const { page, room } = await readPage(
      { reader, answers },
      from === undefined ? args : { ...args, after: from },
      gone,
    );
    const left = end - performance.now();
    if (page.events.length > 0 || left <= 0 || gone.aborted || tail.isClosed) return { page, room };
    room.release();
    from = page.cursor;
    if (page.lastScanned === null) await tail.wait(seen, left, gone);
    await new Promise((resolve) => setTimeout(resolve, Math.min(restMs, left)));
  }
}

/** Reads a page when there is room for it; none for a client that is gone. */
async function readPage(
  { reader, answers }: Pick<Parts, 'reader' | 'answers'>,
  args: PageArgs,
  gone: AbortSignal,
): Promise<{ page: PageResult; room: Hold }> {
  const room = await answers.room();
  try {
    const nothing = { events: [], cursor: args.after ?? 0, lastScanned: null };
    return { page: gone.aborted ? nothing : await reader.read('page', args), room };
  } catch (error) {
    room.release();
    throw error;
  }
}

/** Parses and checks the filter of a query; empty parameters count as absent. */
function filterOf(scope: EventScope, query: Request['query']): EventFilter {
  const given = withoutEmpty(query);
  const filter = parse(eventFilter, { ...given, properties: propertiesOf(given.properties) });
  conditionsOf(scope, filter);
  return filter;
}

const withoutEmpty = (query: Request['query']) =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

function propertiesOf(text: unknown): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(String(text));
  } catch {
    throw validationError('invalid_input', 'A JSON array of property filters is required.', 'properties');
  }
}

function pageArgs(request: Request): { limit: number; before?: number; after?: number } {
  const { before, after } = request.query;
  if (before !== undefined && after !== undefined) {
    throw validationError('invalid_input', 'Send "before" or "after", not both.', 'before');
  }
  return {
    limit: Math.max(1, Math.min(wholeNumber(request, 'limit', 100), 1000)),
    ...(before === undefined ? {} : { before: wholeNumber(request, 'before', 0) }),
    ...(after === undefined ? {} : { after: wholeNumber(request, 'after', 0) }),
  };
}

function pageAnswer(request: Request, { after }: PageArgs, { events, cursor, lastScanned }: PageResult): EventPage {
  const key = after === undefined ? 'before' : 'after';
  const next = lastScanned === null ? null : pageLink(request, { [key]: lastScanned });
  return { next, cursor: String(cursor), results: events };
}
