import { z } from 'zod';
import type { Author } from '../core/caller.ts';
import type { Clock } from '../core/clock.ts';
import { freeName, keySuffix } from '../core/free-name.ts';
import { existing } from '../core/sql.ts';
import type { Database } from '../database/open.ts';
import { bulkDetails, changeInBulk } from '../http/bulk.ts';
import { adding, changing, type Endpoint, endpointsOf, listing } from '../http/endpoint.ts';
import { methodNotAllowed, notFound, orNotFound, validationError } from '../http/error.ts';
import { parse } from '../http/parse.ts';
import { requireOwner } from '../projects/require-owner.ts';
import type { UserOf } from '../projects/user-store.ts';
import {
  type FlagFilters,
  flag,
  flagBulkFields,
  flagChangeList,
  flagDuplicateInput,
  flagFilters,
  flagInput,
  flagList,
  flagOverride,
  flagOverrideInput,
  flagOverrideList,
  flagOverrideQuery,
  flagQuery,
  flagUpdate,
} from './contract.ts';
import type { FlagEditor } from './edit.ts';
import {
  flagUsage,
  servedList,
  servedQuery,
  unknownFlagKeyList,
  unknownFlagKeyQuery,
  usageQuery,
} from './evaluation/evaluation-contract.ts';
import type { OverrideStore } from './override-store.ts';
import type { FlagQueries } from './queries.ts';
import type { DecideLog } from './sdk/decide-log.ts';
import { type FlagStore, flagStateOf } from './store.ts';
import type { FlagRequests } from './usage/flag-requests.ts';
import { validateFlagFilters } from './validate.ts';
import { valuesOf } from './values.ts';

type Parts = {
  database: Database;
  user: UserOf;
  flags: FlagStore;
  flagEditor: FlagEditor;
  overrides: OverrideStore;
  flagRequests: FlagRequests;
  log: Pick<DecideLog, 'flush'>;
  queries: FlagQueries;
  clock: Clock;
};

export const flagEndpoint = endpointsOf({ tag: 'Feature flags', changeAccess: 'edit_definitions' });
export const flagsPath = '/api/projects/{project_id}/feature_flags/';
export const flagPath = `${flagsPath}{flag_id}/` as const;

export const flagExample = {
  key: 'new-checkout',
  filters: { groups: [{ properties: [{ key: 'plan', value: 'pro', type: 'person' }], rollout_percentage: 50 }] },
};

export const flagEndpoints = (parts: Parts): Endpoint[] => [
  ...collectionEndpoints(parts),
  ...itemEndpoints(parts),
  ...overrideEndpoints(parts),
  ...reportEndpoints(parts),
  ...bulkEndpoints(parts),
];

export const flagOf = (flags: FlagStore, projectId: number, id: number) =>
  orNotFound(flags.flag(projectId, id), 'No such feature flag.');

const collectionEndpoints = ({ flags, flagRequests, log, clock, user }: Parts): Endpoint[] => [
  flagEndpoint(
    `GET ${flagsPath}`,
    { summary: 'List flags, newest first', ...listing(flagQuery, flagList) },
    async ({ projectId, query, page }) => {
      if (query.stale !== undefined) await log.flush();
      return flags.listFlags(projectId, query, page);
    },
  ),
  flagEndpoint(
    `POST ${flagsPath}`,
    { summary: 'Create a flag', ...adding(flagInput, flag, flagExample) },
    ({ author, body }) => {
      validateFlagFilters(body.filters, clock.now);
      requireOwner(user, body.owner_id);
      return flags.addFlag(author, body);
    },
  ),
  flagEndpoint(
    `GET ${flagsPath}unknown_keys/`,
    { summary: 'List requested keys that no flag has', ...listing(unknownFlagKeyQuery, unknownFlagKeyList) },
    async ({ projectId, query: { test_run: testRun }, page }) => {
      await log.flush();
      return flagRequests.list({ projectId, testRun }, page);
    },
  ),
];

const changeOf =
  ({ flags, flagEditor, clock, user }: Parts) =>
  (author: Author, id: number, { filters: sent, ...rest }: z.output<typeof flagUpdate>) => {
    const before = flagOf(flags, author.projectId, id);
    requireOwner(user, rest.owner_id);
    if (sent === undefined) return existing(flagEditor.changeFlag(author, before, rest));
    const filters = changedFilters(before.filters, sent);
    validateFlagFilters(filters, clock.now);
    return existing(flagEditor.changeFlag(author, before, { ...rest, filters }));
  };

function itemEndpoints(parts: Parts): Endpoint[] {
  const { flags } = parts;
  const change = changeOf(parts);
  return [
    flagEndpoint(`GET ${flagPath}`, { summary: 'Read a flag', answer: flag }, ({ projectId, params }) =>
      flagOf(flags, projectId, params.flag_id),
    ),
    flagEndpoint(
      `PATCH ${flagPath}`,
      { summary: 'Change, delete or restore a flag', ...changing(flagUpdate, flag, { active: false }) },
      ({ author, params, body }) => change(author, params.flag_id, body),
    ),
    flagEndpoint(
      `PUT ${flagPath}`,
      { summary: 'Replace a flag', ...changing(flagInput, flag, flagExample) },
      ({ author, params, body }) => change(author, params.flag_id, body),
    ),
    // Flags are deleted by PATCH, so that they can be restored.
    flagEndpoint(
      `DELETE ${flagPath}`,
      { summary: 'Always refused with 405: delete by PATCH', status: 405 },
      ({ projectId, params }) => {
        flagOf(flags, projectId, params.flag_id);
        throw methodNotAllowed('DELETE', 'GET, HEAD, PATCH, PUT');
      },
    ),
  ];
}

function bulkEndpoints(parts: Parts): Endpoint[] {
  const { database, flags } = parts;
  return [
    flagEndpoint(
      `POST ${flagsPath}bulk/`,
      bulkDetails('Change several flags at once, each like a PATCH', flagBulkFields, { active: false }),
      changeInBulk({ database, read: ({ projectId }, id) => flagOf(flags, projectId, id), change: changeOf(parts) }),
    ),
    flagEndpoint(
      `POST ${flagPath}duplicate/`,
      {
        summary: 'Copy a flag under a new key, turned off',
        ...adding(flagDuplicateInput, flag, { key: 'new-checkout-2' }),
      },
      ({ author, params, body }) => {
        const original = flagOf(flags, author.projectId, params.flag_id);
        const isTaken = (key: string) => flags.flagWithKey(author.projectId, key) !== undefined;
        const key = body.key ?? freeName(original.key, keySuffix, isTaken);
        return flags.addFlag(author, {
          ...flagStateOf(original),
          key,
          active: false,
          deleted: false,
          owner_id: undefined,
        });
      },
    ),
  ];
}

/** Replaces the value of each sent key, removes those with null and keeps the others. Throws 400 if the result is invalid. */
function changedFilters(before: FlagFilters, sent: object): FlagFilters {
  const filters = Object.fromEntries(Object.entries({ ...before, ...sent }).filter(([, value]) => value !== null));
  return parse(z.object({ filters: flagFilters }), { filters }).filters;
}

const overrideEndpoints = ({ flags, overrides }: Parts): Endpoint[] => [
  flagEndpoint(
    `POST ${flagPath}overrides/`,
    {
      summary: 'Override a flag: serve one value to a person, or to everyone',
      ...adding(flagOverrideInput, flagOverride, { distinct_id: 'ann', value: true }),
    },
    ({ author, params, body: { distinct_id: distinctId, value } }) => {
      const found = flagOf(flags, author.projectId, params.flag_id);
      if (found.deleted)
        throw validationError('invalid_input', `The flag "${found.key}" is deleted. Restore it to set an override.`);
      const values = valuesOf(found);
      if (!values.includes(value)) {
        throw validationError(
          'invalid_choice',
          `\`value\` must be one of the values of the flag: ${values.join(', ')}; got ${JSON.stringify(value)}.`,
          'value',
        );
      }
      return overrides.setOverride(author, found, distinctId, value);
    },
  ),
  flagEndpoint(
    `DELETE ${flagPath}overrides/{override_id}/`,
    { summary: 'Clear an override' },
    ({ author, params: { flag_id: flagId, override_id: id } }) => {
      if (!overrides.clearOverride(author, flagId, id)) throw notFound('No such override.');
    },
  ),
  flagEndpoint(
    `GET ${flagsPath}overrides/`,
    { summary: 'List overrides, newest first', ...listing(flagOverrideQuery, flagOverrideList) },
    ({ projectId, query: { flag_id: flagId }, page: { limit, offset } }) => {
      const all = overrides.overrides(projectId).filter((one) => flagId === undefined || one.flag_id === flagId);
      return { total: all.length, results: all.slice(offset, offset + limit) };
    },
  ),
  flagEndpoint(`DELETE ${flagsPath}overrides/`, { summary: 'Clear all overrides' }, ({ author }) =>
    overrides.clearAll(author),
  ),
];

const reportEndpoints = ({ flags, log, queries, clock }: Parts): Endpoint[] => [
  flagEndpoint(
    `GET ${flagPath}history/`,
    { summary: 'Who changed what', paged: true, answer: flagChangeList },
    ({ projectId, params, page }) => flags.listChanges(flagOf(flags, projectId, params.flag_id).id, page),
  ),
  flagEndpoint(
    `GET ${flagPath}usage/`,
    { summary: 'Count served values over time', query: usageQuery, answer: flagUsage },
    async ({ projectId, params, query: { minutes, test_run: testRun } }) => {
      const { id: flagId } = flagOf(flags, projectId, params.flag_id);
      await log.flush();
      const to = clock.now();
      return queries.usage({ projectId, testRun, flagId, from: to - minutes * 60_000, to });
    },
  ),
  flagEndpoint(
    `GET ${flagPath}served/`,
    { summary: 'List the newest values that decides served', query: servedQuery, answer: servedList },
    async ({ projectId, params, query: { distinct_id: distinctId, test_run: testRun, limit } }) => {
      const { id: flagId } = flagOf(flags, projectId, params.flag_id);
      const distinctIds = distinctId === undefined ? null : [distinctId];
      await log.flush();
      return { results: await queries.served({ projectId, flagId, distinctIds, testRun, limit }) };
    },
  ),
];
