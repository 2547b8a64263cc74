import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { freeName, nameSuffix } from '../core/free-name.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import type { Database } from '../database/open.ts';
import { bulkDetails, changeInBulk } from '../http/bulk.ts';
import { adding, asking, changing, type Endpoint, endpointsOf, listing } from '../http/endpoint.ts';
import { orNotFound, validationError } from '../http/error.ts';
import { requireOwner } from '../projects/require-owner.ts';
import type { UserOf } from '../projects/user-store.ts';
import {
  type ActionUpdate,
  action,
  actionBulkFields,
  actionCount,
  actionCounts,
  actionDuplicateInput,
  actionInput,
  actionList,
  actionPeople,
  actionPeopleQuery,
  actionQuery,
  actionReplacement,
  actionUpdate,
  countQuery,
  countsQuery,
} from './contract.ts';
import { rangeOf } from './counting/count.ts';
import type { Calculation } from './matching/calculate.ts';
import type { Uncounted } from './matching/uncounted.ts';
import { validateSteps } from './matching/validate.ts';
import {
  eventMatches,
  eventMatchesQuery,
  matchedEventList,
  preview,
  previewInput,
} from './preview/preview-contract.ts';
import type { ActionQueries } from './queries.ts';
import type { ActionStore } from './store.ts';

type Parts = {
  database: Database;
  user: UserOf;
  actions: ActionStore;
  queries: ActionQueries;
  calculation: Pick<Calculation, 'wake'>;
  uncounted: Pick<Uncounted, 'settled'>;
  clock: Clock;
};

export const actionsPath = '/api/projects/{project_id}/actions/';
const actionPath = `${actionsPath}{action_id}/` as const;
export const actionEndpoint = endpointsOf({ tag: 'Actions', csv: true, changeAccess: 'edit_definitions' });

const steps = [{ event: '$pageview', url: '/pricing', url_matching: 'contains' }];

export const actionEndpoints = (parts: Parts): Endpoint[] => [
  ...collectionEndpoints(parts),
  ...tryEndpoints(parts),
  ...itemEndpoints(parts),
  ...reportEndpoints(parts),
  ...bulkEndpoints(parts),
];

export const actionOf = (actions: Pick<ActionStore, 'action'>, projectId: number, id: number) =>
  orNotFound(actions.action(projectId, id), 'No such action.');

const inRunOf = (projectId: number, testRun: string | undefined) =>
  testRun === undefined ? undefined : { projectId, testRun };

const liveOf = (actions: ActionStore, projectId: number, id: number) =>
  orNotFound(actions.liveAction(projectId, id), 'No such action.');

const collectionEndpoints = ({ actions, calculation, queries, uncounted, clock, user }: Parts): Endpoint[] => [
  actionEndpoint(
    `GET ${actionsPath}`,
    { summary: 'List actions, newest first', ...listing(actionQuery, actionList) },
    async ({ projectId, query, page }) => {
      await uncounted.settled();
      return actions.listActions(projectId, query, page);
    },
  ),
  actionEndpoint(
    `POST ${actionsPath}`,
    {
      summary: 'Add an action',
      keepsIntegers: true,
      ...adding(actionInput, action, { name: 'Saw the pricing page', steps }),
    },
    ({ author, body }) => {
      validateSteps(body.steps);
      requireOwner(user, body.owner_id);
      const added = actions.addAction(author, body);
      calculation.wake();
      return added;
    },
  ),
  actionEndpoint(
    `GET ${actionsPath}counts/`,
    { summary: 'Count the matches of all actions', query: countsQuery, answer: actionCounts },
    async ({ projectId, query: { days, test_run } }) => {
      const live = actions.liveActions(projectId);
      const calculations = live.map(({ id, calculationId }) => ({ actionId: id, calculationId }));
      return {
        results: await queries.counts({ calculations, days, now: clock.now(), inRun: inRunOf(projectId, test_run) }),
      };
    },
  ),
  actionEndpoint(
    `GET ${actionsPath}people/`,
    {
      summary: 'List who performed an action, or any, latest activity first, by the minute',
      ...listing(actionPeopleQuery, actionPeople),
    },
    async ({ projectId, query: { action_id: id, test_run }, page }) => {
      const live = id === undefined ? actions.liveActions(projectId) : [liveOf(actions, projectId, id)];
      const calculationIds = live.map(({ calculationId }) => calculationId);
      const people = await queries.people({ projectId, calculationIds, page, inRun: inRunOf(projectId, test_run) });
      return { ...(id === undefined ? {} : actionOf(actions, projectId, id)), ...people };
    },
  ),
];

const tryEndpoints = ({ actions, queries, clock }: Parts): Endpoint[] => [
  actionEndpoint(
    `POST ${actionsPath}preview/`,
    {
      summary: 'Try steps on stored events, and see why one does not match',
      keepsIntegers: true,
      access: 'write',
      body: previewInput,
      example: { steps, days: 7 },
      answer: preview,
    },
    async ({ projectId, body }) => {
      const {
        event = null,
        name,
        chat_message_format: chatFormat = null,
        find_nearest: findNearest,
        test_run: testRun,
        ...input
      } = body;
      validateSteps(input.steps);
      const asked = { event, findNearest, name: name ?? 'this action', chatFormat, now: clock.now() };
      const found = await queries.preview({ projectId, testRun, ...input, ...asked });
      if (found === null)
        throw validationError(
          'invalid_input',
          `\`event\` must be the uuid of a stored event; got "${event}".`,
          'event',
        );
      return found;
    },
  ),
  actionEndpoint(
    `GET ${actionsPath}matches/`,
    {
      summary: 'Compare a stored event with every action',
      ...asking(eventMatchesQuery, eventMatches, { event: '0190a5f0-1111-4222-8333-444455556666' }),
    },
    async ({ projectId, query }) => {
      const args = { projectId, uuid: query.event, actions: actions.liveActions(projectId) };
      const results = await queries.matchesOfEvent(args);
      return { results: orNotFound(results, `No stored event has the uuid ${quoteSent(query.event)}.`) };
    },
  ),
];

const changeOf =
  ({ actions, calculation, user }: Parts) =>
  (author: Author, id: number, update: ActionUpdate) => {
    const before = actionOf(actions, author.projectId, id);
    validateSteps(update.steps ?? []);
    requireOwner(user, update.owner_id);
    const after = actions.changeAction(author, before, update);
    calculation.wake();
    return after;
  };

function itemEndpoints(parts: Parts): Endpoint[] {
  const { actions } = parts;
  const change = changeOf(parts);
  return [
    actionEndpoint(
      `GET ${actionPath}`,
      { summary: 'Read an action, also a deleted one', answer: action },
      ({ projectId, params }) => actionOf(actions, projectId, params.action_id),
    ),
    actionEndpoint(
      `PATCH ${actionPath}`,
      {
        summary: 'Change, delete or restore an action',
        keepsIntegers: true,
        ...changing(actionUpdate, action, { tags: ['sales'] }),
      },
      ({ author, params, body }) => change(author, params.action_id, body),
    ),
    actionEndpoint(
      `PUT ${actionPath}`,
      {
        summary: 'Replace an action',
        keepsIntegers: true,
        ...changing(actionReplacement, action, { name: 'Saw the prices', steps }),
      },
      ({ author, params, body }) => change(author, params.action_id, body),
    ),
    // PATCH deletes actions, so that they can be restored.
    actionEndpoint(
      `DELETE ${actionPath}`,
      { summary: 'Refused: an action is deleted by PATCH with deleted true', status: 405 },
      ({ response }) => {
        response.set('Allow', 'GET, HEAD, PATCH, PUT');
      },
    ),
  ];
}

/** A copy is owned by its author and does not post. */
const freshCopy = { deleted: false, owner_id: undefined, last_calculated_at: null, post_to_chat: false };

function bulkEndpoints(parts: Parts): Endpoint[] {
  const { database, actions, calculation } = parts;
  return [
    actionEndpoint(
      `POST ${actionsPath}bulk/`,
      bulkDetails('Change several actions at once, each like a PATCH', actionBulkFields, { tags: ['sales'] }),
      changeInBulk({
        database,
        read: ({ projectId }, id) => actionOf(actions, projectId, id),
        change: changeOf(parts),
      }),
    ),
    actionEndpoint(
      `POST ${actionPath}duplicate/`,
      {
        summary: 'Copy an action under a new name',
        ...adding(actionDuplicateInput, action, { name: 'Saw the prices, again' }),
      },
      ({ author, params, body }) => {
        const original = actionOf(actions, author.projectId, params.action_id);
        const isTaken = (name: string) => actions.hasName(author.projectId, name);
        const name = body.name ?? freeName(original.name, nameSuffix, isTaken);
        const added = actions.addAction(author, { ...original, ...freshCopy, name });
        calculation.wake();
        return added;
      },
    ),
  ];
}

const reportEndpoints = ({ actions, queries, clock }: Parts): Endpoint[] => [
  actionEndpoint(
    `GET ${actionPath}count/`,
    { summary: 'Count the matches of an action, with a series by day', query: countQuery, answer: actionCount },
    async ({ projectId, params: { action_id: id }, query }) => {
      const { calculationId } = liveOf(actions, projectId, id);
      const inRun = inRunOf(projectId, query.test_run);
      const count = await queries.count({ calculationId, range: rangeOf(query), now: clock.now(), inRun });
      return { ...actionOf(actions, projectId, id), ...count };
    },
  ),
  actionEndpoint(
    `GET ${actionPath}events/`,
    {
      summary: 'List the events that an action matched, newest first',
      ...listing(countQuery, matchedEventList),
    },
    ({ projectId, params, query, page }) => {
      const { calculationId } = liveOf(actions, projectId, params.action_id);
      return queries.events({ calculationId, range: rangeOf(query), page, inRun: inRunOf(projectId, query.test_run) });
    },
  ),
];
