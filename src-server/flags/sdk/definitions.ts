import { z } from 'zod';
import type { Caller } from '../../core/caller.ts';
import { type JsonObject, jsonObject } from '../../core/contract.ts';
import { maxDecideIds } from '../../core/limits-contract.ts';
import { type Endpoint, endpointsOf } from '../../http/endpoint.ts';
import { authenticationError } from '../../http/error.ts';
import { etagOf, knownTags } from '../../http/etag.ts';
import { sdkPaths } from '../../http/sdk-paths.ts';
import type { GroupStore } from '../../persons/groups.ts';
import { type Authenticator, keyOfToken } from '../../projects/authenticate.ts';
import type { FlagCondition, FlagValue } from '../contract.ts';
import type { CompiledFlags, ProjectFlags } from '../evaluation/compiled.ts';
import type { CompiledFlag } from '../evaluation/evaluate.ts';
import { overridesOf, type SubjectParts } from '../evaluation/subject.ts';
import { sdkConditions } from './sdk-conditions.ts';

type Parts = {
  authenticator: Pick<Authenticator, 'publicKey'>;
  compiled: CompiledFlags;
  persons: SubjectParts['persons'];
  groups: Pick<GroupStore, 'typeNames'>;
};

type Persons = {
  idsOf(distinctId: string): string[];
  override(distinctId: string, flagId: number): FlagValue | undefined;
};

type Condition = { properties: JsonObject[]; rollout_percentage: number | null; variant: string | null };

const answer = z.object({
  flags: z.array(jsonObject),
  group_type_mapping: z.record(z.string(), z.string()),
  cohorts: jsonObject,
  property_matching_version: z.int(),
});
const oldAnswer = z.object({ results: z.array(jsonObject) });
const endpoint = endpointsOf({ tag: 'Flag evaluation' });
const query = z.object({ token: z.string().optional() });

/**
 * Creates the endpoints of flag definitions for local evaluation in SDKs, with the same results as decide: conditions in order of
 * evaluation, overrides as conditions. With ETag and 304.
 */
export function definitionEndpoints({ authenticator, compiled, persons, groups }: Parts): Endpoint[] {
  const definitionsOf = (projectId: number) => {
    const project = compiled.of(projectId);
    const personsOf: Persons = {
      idsOf: (distinctId) => [...persons.idsOf(projectId, distinctId, maxDecideIds + 1), distinctId],
      override: (distinctId, flagId) => overridesOf({ persons }, projectId, distinctId, project).get(flagId),
    };
    return {
      flags: project.flags.map((flag) => definitionOf(flag, project, personsOf)),
      group_type_mapping: Object.fromEntries(groups.typeNames(projectId)),
      cohorts: {},
      // Makes the SDK's `exact` compare text, as decide does: a number never equals a boolean.
      property_matching_version: 2,
    };
  };
  return [
    ...sdkPaths.definitions.map((path) =>
      endpoint(
        `GET ${path}`,
        { summary: 'Flag definitions for the local evaluation of an SDK; ETag and 304', sdk: true, query, answer },
        ({ request, response, caller, query }) => {
          const definitions = definitionsOf(projectOfToken(authenticator, caller, query.token));
          const etag = etagOf(JSON.stringify(definitions));
          response.set({ ETag: etag, 'Cache-Control': 'private, no-cache' });
          if (knownTags(request).includes(etag)) response.status(304).end();
          return definitions;
        },
      ),
    ),
    ...sdkPaths.oldDefinitions.map((path) =>
      endpoint(
        `GET ${path}`,
        { summary: 'Flag definitions in the form of posthog-node 1', sdk: true, query, answer: oldAnswer },
        ({ caller, query }) => {
          const { flags } = definitionsOf(projectOfToken(authenticator, caller, query.token));
          // Such an SDK would evaluate a simple flag itself, with a rollout field that was never sent.
          return { results: flags.map((flag) => ({ ...flag, is_simple_flag: false })) };
        },
      ),
    ),
  ];
}

/** Returns the project of a project key, which the personal key of the caller must cover. */
export function projectOfToken(
  { publicKey }: Parts['authenticator'],
  caller: Caller,
  token: string | undefined,
): number {
  const { projectId } = publicKey(keyOfToken(token), undefined, 'read');
  if (caller.projectId === null || caller.projectId === projectId) return projectId;
  throw authenticationError('invalid_personal_api_key', 'This personal API key belongs to another project.');
}

function definitionOf(flag: CompiledFlag, project: ProjectFlags, personsOf: Persons): JsonObject {
  const { id, key, name, version, filters } = flag;
  const definition = { id, key, name, version, deleted: false };
  const everyone = project.forEveryone.get(id);
  const persons = overriddenPersons(flag, project, personsOf);
  const continuity = flag.ensure_experience_continuity && everyone === undefined;
  const isTooMany = [...persons.values()].some((ids) => ids.length > maxDecideIds);
  if (isTooMany || (persons.size > 0 && filters.aggregation_group_type_index !== null)) {
    // Group flags cannot name a person, and no condition can name thousands: the SDK must ask the server.
    return { ...definition, active: true, ensure_experience_continuity: true, filters };
  }
  const groups = [...conditionsFor(persons), ...withoutPersons([...persons.values()].flat(), restOf(flag, everyone))];
  return {
    ...definition,
    active: groups.length > 0 || (flag.active && everyone === undefined),
    ensure_experience_continuity: continuity,
    filters: {
      ...filters,
      groups,
      aggregation_group_type_index: everyone === undefined ? filters.aggregation_group_type_index : null,
    },
  };
}

function overriddenPersons({ id: flagId }: CompiledFlag, { forPersons }: ProjectFlags, { idsOf, override }: Persons) {
  const ids = new Set([...forPersons].flatMap(([distinctId, values]) => (values.has(flagId) ? idsOf(distinctId) : [])));
  return Map.groupBy(ids, (id) => override(id, flagId) as FlagValue);
}

/** Returns the override for everyone else. */
function restOf(flag: CompiledFlag, everyone: FlagValue | undefined): Condition[] {
  if (everyone === undefined) {
    const groups = flag.conditions.map(({ index }) => {
      const condition = flag.filters.groups[index] as FlagCondition;
      return { ...condition, properties: condition.properties.flatMap(sdkConditions) };
    });
    return flag.active ? groups : [];
  }
  return everyone === false ? [] : [{ properties: [], rollout_percentage: 100, variant: variantOf(everyone) }];
}

const conditionsFor = (persons: Map<FlagValue, string[]>): Condition[] =>
  [...persons].flatMap(([value, ids]) =>
    value === false
      ? []
      : [
          {
            properties: [oneOf(ids, 'exact'), oneOf(ids, 'regex')],
            rollout_percentage: 100,
            variant: variantOf(value),
          },
        ],
  );

/**
 * Excludes these ids from each condition: once by exact match, once for ids that differ only in case. An SDK that does not set
 * the property `distinct_id` can decide neither, and asks the server.
 */
function withoutPersons(ids: string[], conditions: Condition[]): Condition[] {
  if (ids.length === 0) return conditions;
  return conditions.flatMap((condition) => [
    { ...condition, properties: [oneOf(ids, 'is_not'), ...condition.properties] },
    { ...condition, properties: [oneOf(ids, 'exact'), oneOf(ids, 'not_regex'), ...condition.properties] },
  ]);
}

/**
 * Returns a condition on ids. `exact` ignores case; the regex does not, but the SDK asks the server about non-ASCII. With `exact`
 * first, the regex is skipped for all ids that it excludes.
 */
const oneOf = (ids: string[], operator: 'exact' | 'is_not' | 'regex' | 'not_regex'): JsonObject => ({
  key: 'distinct_id',
  type: 'person',
  operator,
  value: operator.endsWith('regex') ? `^(?:${ids.map(escapeRegex).join('|')})$` : ids,
});

const escapeRegex = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const variantOf = (value: FlagValue) => (typeof value === 'string' ? value : null);
