import type { z } from 'zod';
import { maxPage } from '#server/core/contract.ts';
import {
  type Flag,
  type FlagOverride,
  flagList,
  flagOverride,
  flagOverrideList,
  variantsOf,
} from '#server/flags/contract.ts';
import { type Evaluation, evaluationAnswer } from '#server/flags/evaluation/evaluation-contract.ts';
import { Failure } from '../failure.ts';
import { print, printJson, table } from '../output/print.ts';
import { shown, shownValue } from '../output/shown.ts';
import { onServer, type Server, type ServerOptions, serverFlagsOf } from '../server.ts';

type Get = ServerOptions & {
  distinctId?: string;
  property?: Record<string, string>;
  group?: Record<string, string>;
};
type Person = ServerOptions & { distinctId?: string };

/** Shows one flag or all, as they are or as a person gets them. */
export async function getFlags(key: string | undefined, options: Get): Promise<void> {
  const { distinctId, property, group, json } = options;
  if (distinctId === undefined && (property ?? group) !== undefined) {
    throw new Failure('--property and --group belong to a person: add --distinct-id.');
  }
  await onServer(options, async (server) => {
    const wanted = key === undefined ? await flagsOf(server) : [await flagWithKey(server, key)];
    const evaluations =
      distinctId === undefined ? null : await evaluated(server, { ...options, distinctId, flagKey: key });
    const found = evaluations ?? wanted;
    if (json) return printJson(key === undefined ? found : found[0]);
    if (found.length === 0) return print('No flags.');
    if (evaluations !== null) return print(evaluationLines(evaluations));
    const [one] = wanted;
    const overrides = key === undefined || one === undefined ? [] : await overridesOf(server, one);
    print(flagLines(wanted, overrides));
  });
}

export async function setOverride(key: string, text: string, options: Person): Promise<void> {
  await onServer(options, async (server) => {
    const flag = await flagWithKey(server, key);
    const variants = variantsOf(flag.filters);
    const isSwitch = /^(?:true|false)$/.test(text) && !variants.some((variant) => variant.key === text);
    const body = { distinct_id: options.distinctId ?? null, value: isSwitch ? text === 'true' : text };
    const set = await server.ask('POST', `${server.path}feature_flags/${flag.id}/overrides/`, flagOverride, body);
    const { distinct_id: id } = set;
    const ofPerson = id === null ? '' : ` --distinct-id ${shownValue(id)}`;
    const clear = `npx benchtop flags override ${key} --clear${ofPerson}${serverFlagsOf(options)}`;
    if (options.json) printJson(set);
    else print(`${key} is ${set.value} for ${whose(set)}, until "${clear}".`);
  });
}

/** Clears the override of a person, or all of the flag. */
export async function clearOverrides(key: string, options: Person): Promise<void> {
  const { distinctId, json } = options;
  await onServer(options, async (server) => {
    const flag = await flagWithKey(server, key);
    const set = (await overridesOf(server, flag)).filter(
      (override) => distinctId === undefined || override.distinct_id === distinctId,
    );
    for (const { id } of set) await server.remove(`${server.path}feature_flags/${flag.id}/overrides/${id}/`);
    if (json) printJson(set);
    else if (set.length === 0)
      print(`${key} has no override${distinctId === undefined ? '' : ` for ${shown(distinctId)}`}.`);
    else print(`${key} is no longer overridden for ${set.map(whose).join(', ')}.`);
  });
}

const whose = ({ distinct_id: distinctId }: FlagOverride) => (distinctId === null ? 'everyone' : shown(distinctId));

const flagsOf = (server: Server, search = '') =>
  everyOf(server, `feature_flags/?${new URLSearchParams({ search })}`, flagList);

const overridesOf = (server: Server, { id }: Flag) =>
  everyOf(server, `feature_flags/overrides/?flag_id=${id}`, flagOverrideList);

/** Reads a list to its end, page by page. `list`: its path in the project, with a query. */
async function everyOf<Item>(
  { ask, path }: Server,
  list: string,
  schema: z.ZodType<{ results: Item[]; next: string | null }>,
): Promise<Item[]> {
  const read: Item[] = [];
  for (let isLast = false; !isLast; ) {
    const { results, next } = await ask('GET', `${path}${list}&limit=${maxPage}&offset=${read.length}`, schema);
    read.push(...results);
    isLast = next === null;
  }
  return read;
}

/** Returns the flag with this key; throws Failure without one. */
async function flagWithKey(server: Server, key: string): Promise<Flag> {
  const flag = (await flagsOf(server, key)).find((one) => one.key === key);
  if (flag !== undefined) return flag;
  throw new Failure(`No flag has the key "${key}".`, { fix: '"npx benchtop flags get" lists all.' });
}

type Asked = Pick<Get, 'property' | 'group'> & { distinctId: string; flagKey: string | undefined };

async function evaluated(
  { ask, path }: Server,
  { distinctId, property, group, flagKey }: Asked,
): Promise<Evaluation[]> {
  const body = {
    distinct_id: distinctId,
    groups: group,
    person_properties: property,
    ...(flagKey !== undefined && { flag_keys: [flagKey] }),
  };
  return (await ask('POST', `${path}feature_flags/evaluate/`, evaluationAnswer, body)).results;
}

function flagLines(flags: Flag[], overrides: FlagOverride[]): string {
  const rows = flags.map((flag) => [
    flag.key,
    flag.active ? 'active' : 'off',
    flag.serves === null ? 'depends on the person' : String(flag.serves),
    variantsOf(flag.filters)
      .map((one) => `${one.key} ${one.rollout_percentage}%`)
      .join(', '),
    String(flag.overrides),
  ]);
  return [
    table([['key', 'status', 'serves', 'variants', 'overrides'], ...rows], 'text'),
    ...overrides.map((one) => `  overridden: ${one.value} for ${whose(one)}`),
  ].join('\n');
}

/** Returns the value and reason of each flag; of a single flag also each condition. */
function evaluationLines(evaluations: Evaluation[]): string {
  const rows = evaluations.map(({ key, value, reason, payload }) => [
    key,
    String(value),
    reason.description,
    payload === null ? '' : shown(payload),
  ]);
  const conditions = evaluations.length === 1 ? evaluations.flatMap((one) => one.conditions) : [];
  return [table([['key', 'value', 'reason', 'payload'], ...rows], 'text'), ...conditions.map(conditionLine)].join('\n');
}

function conditionLine({ index, outcome, properties }: Evaluation['conditions'][number]): string {
  const checked = properties.map(({ key, operator, value, actual, matched }) => {
    const condition = [shown(key), operator, ...(value === undefined ? [] : [shownValue(value)])].join(' ');
    const seen = actual === undefined ? 'missing' : shownValue(actual);
    return matched ? `${condition} holds` : `${condition} fails: it is ${seen}`;
  });
  return `  condition ${index + 1}: ${[outcome.replaceAll('_', ' '), ...checked].join('; ')}`;
}
