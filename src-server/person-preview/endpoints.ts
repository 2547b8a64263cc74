import type { ActionQueries } from '../actions/queries.ts';
import type { ActionStore } from '../actions/store.ts';
import type { Clock } from '../core/clock.ts';
import { quoteSent } from '../core/text/quote-sent.ts';
import { experimentQuery } from '../experiments/contract.ts';
import type { ExperimentQueries } from '../experiments/queries.ts';
import type { ExperimentStore } from '../experiments/store.ts';
import type { Evaluator } from '../flags/evaluation/evaluator.ts';
import type { FlagQueries } from '../flags/queries.ts';
import { type Endpoint, endpointsOf } from '../http/endpoint.ts';
import { orNotFound, validationError } from '../http/error.ts';
import { noSuchPerson } from '../persons/contract.ts';
import { type OfGroup, type PreviewedExperiment, type PreviewQuery, personPreview, previewQuery } from './contract.ts';
import type { PersonPreviewQueries } from './queries.ts';

export type PersonPreviewParts = {
  evaluator: Evaluator;
  actions: Pick<ActionStore, 'liveActions'>;
  experiments: Pick<ExperimentStore, 'listExperiments'>;
  queries: {
    personPreview: PersonPreviewQueries;
    flags: FlagQueries;
    actions: ActionQueries;
    experiments: ExperimentQueries;
  };
  clock: Clock;
};

/** After this a request computes no more exposures; the next one finds the earlier ones in memory. */
const exposuresBudgetMs = 2000;
const maxExperiments = 100;
const everyExperiment = experimentQuery.parse({});

type Asked = { projectId: number; personId: number; query: PreviewQuery };

const endpoint = endpointsOf({ tag: 'Persons' });

export const personPreviewEndpoints = (parts: PersonPreviewParts): Endpoint[] => [
  endpoint(
    'GET /api/projects/{project_id}/persons/{person_id}/preview/',
    {
      summary: 'Preview what a person gets, and why: flags, experiments and actions, also with other properties',
      query: previewQuery,
      answer: personPreview,
    },
    async ({ projectId, params: { person_id: personId }, query, response }) => {
      requireDistinct(query);
      const { evaluator, queries } = parts;
      const asked = { projectId, personId, query };
      const distinctId = await distinctIdOf(parts, asked);
      const scope = { projectId, personId, testRun: query.test_run };
      const actions = await queries.actions.ofPerson(scope);
      const groups = query.groups ?? (await queries.personPreview.newestGroups({ projectId, distinctId }));
      return {
        person: orNotFound(evaluator.personOf(projectId, distinctId), noSuchPerson),
        distinct_id: distinctId,
        groups,
        flags: await flagsOf(evaluator, asked, { distinctId, groups }),
        has_errors: evaluator.hasErrors(projectId),
        ...(await experimentsOf(parts, asked, () => response.destroyed)),
        what_if_actions: await whatIfActionsOf(parts, asked, distinctId),
        actions: actions.results,
        actions_complete: actions.isComplete,
        reported_changes: await queries.flags.reportedChanges(scope),
      };
    },
  ),
];

async function distinctIdOf(
  { evaluator, queries }: PersonPreviewParts,
  { projectId, personId, query: { distinct_id: asked } }: Asked,
): Promise<string> {
  const newest = orNotFound(await queries.personPreview.newestId({ projectId, personId }), noSuchPerson);
  if (asked === undefined) return newest;
  if (evaluator.personOf(projectId, asked)?.id === personId) return asked;
  throw validationError(
    'invalid_input',
    `\`distinct_id\` must be an id of person ${personId}; got ${quoteSent(asked)}.`,
    'distinct_id',
  );
}

type Of = { distinctId: string; groups: OfGroup[] };

async function flagsOf(evaluator: Evaluator, { projectId, query: { set, unset } }: Asked, { distinctId, groups }: Of) {
  const ofGroups = Object.fromEntries(groups.map(({ type, key }) => [type, key]));
  const stored = { distinct_id: distinctId, groups: ofGroups, group_properties: {}, person_properties: {} };
  const before = await evaluator.evaluate(projectId, stored);
  const values = new Map(before.map(({ key, value }) => [key, value]));
  const properties = Object.fromEntries(set.map(({ key, value }) => [key, value]));
  const flags = await evaluator.evaluate(projectId, { ...stored, person_properties: properties, unset });
  return flags.map((flag) => ({ ...flag, stored_value: values.get(flag.key) ?? flag.value }));
}

/** Matches actions with the tried properties; null without any. */
function whatIfActionsOf(
  { evaluator, actions, queries }: PersonPreviewParts,
  { projectId, personId, query }: Asked,
  distinctId: string,
) {
  const { set, unset, test_run: testRun } = query;
  if (set.length === 0 && unset.length === 0) return null;
  const before = evaluator.propertiesOf(projectId, distinctId);
  const kept = Object.entries(before).filter(([key]) => !unset.includes(key));
  const after = Object.fromEntries([...kept, ...set.map(({ key, value }): [string, unknown] => [key, value])]);
  const live = actions.liveActions(projectId);
  return queries.personPreview.whatIfActions({ projectId, personId, testRun, before, after, actions: live });
}

async function experimentsOf(
  { experiments, queries, clock }: PersonPreviewParts,
  { projectId, personId, query }: Asked,
  isGone: () => boolean,
) {
  const page = { limit: maxExperiments, offset: 0 };
  const { total, results } = experiments.listExperiments(projectId, everyExperiment, page);
  const end = performance.now() + exposuresBudgetMs;
  const asked = { projectId, personId, testRun: query.test_run, now: clock.now() };
  const shown: PreviewedExperiment[] = [];
  for (const experiment of results) {
    const isLate = isGone() || performance.now() > end;
    const exposure = isLate ? null : await queries.experiments.personExposure({ ...asked, experiment });
    const { id, name, status, archived, feature_flag, feature_flag_key, variants } = experiment;
    shown.push({ id, name, status, archived, feature_flag, feature_flag_key, variants, exposure });
  }
  return { experiments: shown, experiment_count: total };
}

/** Refuses ambiguous settings: a property that is both set and removed, or set twice, or two groups of a type. */
function requireDistinct({ set, unset, groups = [] }: PreviewQuery): void {
  const types = new Set<string>();
  for (const { type } of groups) {
    if (types.has(type)) throw ambiguous('groups', 'must name each group type once', type);
    types.add(type);
  }
  const keys = new Set<string>();
  for (const { key } of set) {
    if (keys.has(key)) throw ambiguous('set', 'must name each property once', key);
    if (unset.includes(key)) throw ambiguous('unset', 'must not name a property of `set`', key);
    keys.add(key);
  }
}

const ambiguous = (field: string, rule: string, key: string) =>
  validationError('invalid_input', `\`${field}\` ${rule}; got ${quoteSent(key)}.`, field);
