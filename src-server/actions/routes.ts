import { type Request, type Response, Router } from 'express';
import type { Clock } from '../core/time.ts';
import type { Reader } from '../database/reader.ts';
import { csvOrJson, listOfItems } from '../http/csv.ts';
import { methodNotAllowed, notFound, validationError } from '../http/error.ts';
import { listAnswer, pageOf } from '../http/list.ts';
import { resource } from '../http/methods.ts';
import { parse, pathId } from '../http/parse.ts';
import { callerOf, projectOf } from '../projects/authenticate.ts';
import {
  type Action,
  type ActionUpdate,
  action,
  actionCounts,
  actionInput,
  actionPerson,
  actionQuery,
  actionReplacement,
  actionUpdate,
  countQuery,
  countsQuery,
  peopleQuery,
} from './contract.ts';
import { rangeOf } from './counting/range.ts';
import type { Calculation } from './matching/calculate.ts';
import { requireUsable } from './matching/validate.ts';
import { eventMatches, eventMatchesQuery, matchedEvent, previewInput } from './preview/preview-contract.ts';
import type { ActionReads } from './reads.ts';
import type { ActionStore, LiveAction } from './store.ts';

type Parts = {
  actions: ActionStore;
  reader: Pick<Reader<ActionReads>, 'read'>;
  calculation: Pick<Calculation, 'wake'>;
  clock: Clock;
};

const root = '/projects/:project_id/actions/';

/** Actions, relative to `/api`; expects `requireCaller` and `requireProject` before it. */
export function actionRoutes(parts: Parts): Router {
  const router = Router();
  router.use(root, csvOrJson);
  addList(router, parts);
  addPeople(router, parts);
  addPreview(router, parts);
  addActions(router, parts);
  addReports(router, parts);
  return router;
}

const authorOf = (response: Response) => ({ projectId: projectOf(response), userId: callerOf(response).userId });

/** What is asked of a query; a parameter left empty in a form is one that was not given. */
const queryOf = (request: Request) =>
  Object.fromEntries(Object.entries(request.query).filter(([, value]) => value !== ''));

function actionOf(actions: ActionStore, request: Request, response: Response): Action {
  const id = pathId(request.params.action_id);
  const found = id === undefined ? undefined : actions.action(projectOf(response), id);
  if (found === undefined) throw notFound('No such action.');
  return found;
}

const liveOf = (actions: ActionStore, request: Request, response: Response): LiveAction =>
  actions.liveAction(projectOf(response), actionOf(actions, request, response).id) as LiveAction;

function addList(router: Router, { actions, calculation, reader, clock }: Parts): void {
  resource(router, root, {
    get(request, response) {
      const page = pageOf(request);
      listOfItems(response, action);
      const { total, results } = actions.listActions(projectOf(response), parse(actionQuery, queryOf(request)), page);
      response.json(listAnswer(request, page, total, results));
    },
    post(request, response) {
      const input = parse(actionInput, request.body);
      requireUsable(input.steps);
      const added = actions.addAction(authorOf(response), input);
      calculation.wake();
      response.status(201).json(added);
    },
  });
  resource(router, `${root}counts/`, {
    async get(request, response) {
      listOfItems(response, actionCounts.shape.results.element);
      const { days } = parse(countsQuery, queryOf(request));
      const live = actions.liveActions(projectOf(response));
      const calculations = live.map(({ id, calculationId }) => ({ actionId: id, calculationId }));
      response.json({ results: await reader.read('actionCounts', { calculations, days, now: clock.now() }) });
    },
  });
}

function addPeople(router: Router, { actions, reader }: Parts): void {
  resource(router, `${root}people/`, {
    async get(request, response) {
      const page = pageOf(request);
      const projectId = projectOf(response);
      const { action_id: asked } = parse(peopleQuery, queryOf(request));
      const id = asked === undefined ? undefined : pathId(asked);
      if (asked !== undefined && id === undefined) {
        throw validationError('invalid_input', 'The id of an action is required.', 'action_id');
      }
      const own = id === undefined ? undefined : actions.action(projectId, id);
      const live = id === undefined ? undefined : actions.liveAction(projectId, id);
      if (id !== undefined && live === undefined) throw notFound('No such action.');
      const calculationIds = (live === undefined ? actions.liveActions(projectId) : [live]).map(
        ({ calculationId }) => calculationId,
      );
      listOfItems(response, actionPerson);
      const { total, results, taken } = await reader.read('actionPeople', { projectId, calculationIds, page });
      response.json({ ...own, ...listAnswer(request, page, total, results, taken) });
    },
  });
}

function addPreview(router: Router, { actions, reader, clock }: Parts): void {
  resource(router, `${root}preview/`, {
    async post(request, response) {
      const {
        event = null,
        name,
        chat_message_format: chatFormat = null,
        ...input
      } = parse(previewInput, request.body);
      requireUsable(input.steps);
      const asked = { event, name: name ?? 'this action', chatFormat, now: clock.now() };
      const preview = await reader.read('actionPreview', { projectId: projectOf(response), ...input, ...asked });
      if (preview === null) throw validationError('invalid_input', 'No such event.', 'event');
      response.json(preview);
    },
  });
  resource(router, `${root}matches/`, {
    async get(request, response) {
      listOfItems(response, eventMatches.shape.results.element);
      const { event: uuid } = parse(eventMatchesQuery, queryOf(request));
      const projectId = projectOf(response);
      const args = { projectId, uuid, actions: actions.liveActions(projectId) };
      const results = await reader.read('eventMatches', args);
      if (results === null) throw notFound('No such event.');
      response.json({ results });
    },
  });
}

function addActions(router: Router, { actions, calculation }: Parts): void {
  const change = (request: Request, response: Response, update: ActionUpdate) => {
    const before = actionOf(actions, request, response);
    requireUsable(update.steps ?? []);
    const after = actions.changeAction(authorOf(response), before, update);
    calculation.wake();
    response.json(after);
  };
  resource(router, `${root}:action_id/`, {
    get: (request, response) => response.json(actionOf(actions, request, response)),
    patch: (request, response) => change(request, response, parse(actionUpdate, request.body)),
    put: (request, response) => change(request, response, parse(actionReplacement, request.body)),
    // An action is deleted by PATCH, so that it can come back.
    delete(_request, response) {
      const { status, headers } = methodNotAllowed('DELETE', 'GET, HEAD, PATCH, PUT');
      response.status(status).set(headers).end();
    },
  });
}

function addReports(router: Router, { actions, reader, clock }: Parts): void {
  resource(router, `${root}:action_id/count/`, {
    async get(request, response) {
      const range = rangeOf(parse(countQuery, queryOf(request)));
      const { calculationId } = liveOf(actions, request, response);
      const count = await reader.read('actionCount', { calculationId, range, now: clock.now() });
      response.json({ ...actionOf(actions, request, response), ...count });
    },
  });
  resource(router, `${root}:action_id/events/`, {
    async get(request, response) {
      const page = pageOf(request);
      const { calculationId } = liveOf(actions, request, response);
      listOfItems(response, matchedEvent);
      const { total, results, taken } = await reader.read('actionEvents', { calculationId, page });
      response.json(listAnswer(request, page, total, results, taken));
    },
  });
}
