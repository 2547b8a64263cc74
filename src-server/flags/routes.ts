import { type Request, type Response, Router } from 'express';
import type { Clock } from '../core/time.ts';
import type { Reader, Reads } from '../database/reader.ts';
import { methodNotAllowed, notFound, validationError } from '../http/error.ts';
import { listAnswer, pageOf, wholeNumber } from '../http/list.ts';
import { resource } from '../http/methods.ts';
import { parse, pathId } from '../http/parse.ts';
import { callerOf, projectOf } from '../projects/authenticate.ts';
import { type Flag, flagInput, flagOverrideInput, flagQuery, flagUpdate } from './contract.ts';
import type { FlagEditor } from './edit.ts';
import type { OverrideStore } from './override-store.ts';
import type { DecideLog } from './sdk/decide-log.ts';
import { keptUsageMs } from './sdk/decide-log.ts';
import type { Author, FlagStore } from './store.ts';
import type { readServed, readUsage, ServedArgs, UsageArgs } from './usage/served.ts';
import type { WantedFlags } from './usage/wanted.ts';
import { validateFlagFilters } from './validate.ts';
import { valuesOf } from './values.ts';

interface FlagReads extends Reads {
  served(args: ServedArgs): ReturnType<typeof readServed>;
  usage(args: UsageArgs): ReturnType<typeof readUsage>;
}

type Parts = {
  flags: FlagStore;
  flagEditor: FlagEditor;
  overrides: OverrideStore;
  wanted: WantedFlags;
  log: Pick<DecideLog, 'flush'>;
  reader: Pick<Reader<FlagReads>, 'read'>;
  clock: Clock;
};

const root = '/projects/:project_id/feature_flags/';
const mostServed = 100;

/** Flags, relative to `/api`; expects `requireCaller` and `requireProject` before it. */
export function flagRoutes(parts: Parts): Router {
  const router = Router();
  addWhole(router, parts);
  addOverrides(router, parts);
  addFlags(router, parts);
  addReports(router, parts);
  return router;
}

const authorOf = (response: Response): Author => ({
  projectId: projectOf(response),
  userId: callerOf(response).userId,
});

function flagOf(flags: FlagStore, request: Request, response: Response): Flag {
  const id = pathId(request.params.flag_id);
  const flag = id === undefined ? undefined : flags.flag(projectOf(response), id);
  if (flag === undefined) throw notFound('No such feature flag.');
  return flag;
}

/** What concerns all flags; before the paths with an id. */
function addWhole(router: Router, { flags, wanted, log, clock }: Parts): void {
  resource(router, root, {
    get(request, response) {
      const page = pageOf(request);
      const { total, results } = flags.listFlags(projectOf(response), parse(flagQuery, request.query), page);
      response.json(listAnswer(request, page, total, results));
    },
    post(request, response) {
      const input = parse(flagInput, request.body);
      validateFlagFilters(input.filters, clock.now);
      response.status(201).json(flags.addFlag(authorOf(response), input));
    },
  });
  resource(router, `${root}wanted/`, {
    async get(request, response) {
      const page = pageOf(request);
      await log.flush();
      const { total, results } = wanted.list(projectOf(response), page);
      response.json(listAnswer(request, page, total, results));
    },
  });
}

function addFlags(router: Router, { flags, flagEditor, clock }: Parts): void {
  const change = (request: Request, response: Response, update: ReturnType<typeof readUpdate>) => {
    const before = flagOf(flags, request, response);
    if (update.filters !== undefined) validateFlagFilters(update.filters, clock.now);
    response.json(flagEditor.changeFlag(authorOf(response), before, update));
  };
  const readUpdate = (request: Request) => parse(flagUpdate, request.body);
  resource(router, `${root}:flag_id/`, {
    get: (request, response) => response.json(flagOf(flags, request, response)),
    patch: (request, response) => change(request, response, readUpdate(request)),
    put: (request, response) => change(request, response, parse(flagInput, request.body)),
    // A flag is deleted by PATCH, so that it can come back.
    delete(request, response) {
      flagOf(flags, request, response);
      const { status, headers } = methodNotAllowed('DELETE', 'GET, HEAD, PATCH, PUT');
      response.status(status).set(headers).end();
    },
  });
}

function addOverrides(router: Router, { flags, overrides }: Parts): void {
  resource(router, `${root}overrides/`, {
    get(request, response) {
      const page = pageOf(request);
      const all = overrides.overrides(projectOf(response));
      response.json(listAnswer(request, page, all.length, all.slice(page.offset, page.offset + page.limit)));
    },
    delete(_request, response) {
      overrides.clearOverrides(authorOf(response), () => true);
      response.status(204).end();
    },
  });
  resource(router, `${root}:flag_id/overrides/`, {
    post(request, response) {
      const flag = flagOf(flags, request, response);
      if (flag.deleted) throw validationError('invalid_input', 'A deleted flag cannot be overridden.');
      const { distinct_id: distinctId, value } = parse(flagOverrideInput, request.body);
      const values = valuesOf(flag);
      if (!values.includes(value)) {
        throw validationError('invalid_choice', `The flag has no such value; it has ${values.join(', ')}.`, 'value');
      }
      response.status(201).json(overrides.setOverride(authorOf(response), flag, distinctId, value));
    },
  });
  resource(router, `${root}:flag_id/overrides/:override_id/`, {
    delete(request, response) {
      const flag = flagOf(flags, request, response);
      const id = pathId(request.params.override_id);
      const cleared = overrides.clearOverrides(authorOf(response), (one) => one.id === id && one.flag_id === flag.id);
      if (cleared === 0) throw notFound('No such override.');
      response.status(204).end();
    },
  });
}

/** What happened to a flag, and what it answered. */
function addReports(router: Router, { flags, log, reader, clock }: Parts): void {
  resource(router, `${root}:flag_id/history/`, {
    get(request, response) {
      const page = pageOf(request);
      const { total, results } = flags.listChanges(flagOf(flags, request, response).id, page);
      response.json(listAnswer(request, page, total, results));
    },
  });
  resource(router, `${root}:flag_id/usage/`, {
    async get(request, response) {
      const { id: flagId } = flagOf(flags, request, response);
      const longest = keptUsageMs / 60_000;
      const minutes = Math.min(Math.max(wholeNumber(request, 'minutes', 24 * 60), 1), longest);
      await log.flush();
      const to = clock.now();
      response.json(await reader.read('usage', { flagId, from: to - minutes * 60_000, to }));
    },
  });
  resource(router, `${root}:flag_id/served/`, {
    async get(request, response) {
      const { id: flagId } = flagOf(flags, request, response);
      const { distinct_id: distinctId } = request.query;
      const distinctIds = typeof distinctId === 'string' && distinctId !== '' ? [distinctId] : null;
      const limit = Math.min(wholeNumber(request, 'limit', 20), mostServed);
      await log.flush();
      const projectId = projectOf(response);
      response.json({ results: await reader.read('served', { projectId, flagId, distinctIds, limit }) });
    },
  });
}
