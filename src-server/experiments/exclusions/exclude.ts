import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import type { ExperimentExclusions } from '../../projects/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { createPropertyReader, type Owner, visitProperties } from '../metrics/property-reader.ts';
import type { Bounds } from '../metrics/row-cache.ts';
import { createBotReader } from './bot-cache.ts';

/** A person who meets any rule is excluded. */
type Rule = { owner: Owner; key: string; test(properties: JsonObject): boolean };

/** People whose properties are read per statement: takes a few milliseconds. */
const batchSize = 2000;

/** Reports whether the event that exposed a person matters. */
export const needsEvents = ({ bots, properties }: ExperimentExclusions): boolean =>
  bots || properties.some(({ type }) => type === 'event');

const rulesOf = ({ properties }: ExperimentExclusions, now: number): Rule[] =>
  properties.map((filter) => ({ owner: filter.type, key: filter.key, test: compileProperty(filter, () => now) }));

/** `people`: rows of distinct_ids. `event`: by row, the id of the event that exposed the person. */
type Exposed = { people: readonly number[]; event: Float64Array };
type Visited = { exposed: Exposed; bounds: Bounds; exclusions: ExperimentExclusions; now: number };

/** Reports for each of the people, by index, whether the project excludes them (1). Yields periodically. */
export function* findExcluded(database: Database, visited: Visited): Generator<void, Uint8Array> {
  const { exposed, exclusions } = visited;
  const isExcluded = new Uint8Array(exposed.people.length);
  const exclude = (index: number) => {
    isExcluded[index] = 1;
  };
  if (exclusions.bots) yield* visitBots(database, visited, exclude);
  yield* visitMatches(database, visited, exclude);
  return isExcluded;
}

/** Counts the people whom each condition would exclude, bots apart, and those of any rule that holds. Yields periodically. */
export function* countExcluded(
  database: Database,
  visited: Visited,
): Generator<void, { any: number; bots: number; byRule: number[] }> {
  const { exposed, exclusions } = visited;
  const byRule = exclusions.properties.map(() => 0);
  const isExcluded = new Uint8Array(exposed.people.length);
  let bots = 0;
  yield* visitBots(database, visited, (index) => {
    bots += 1;
    if (exclusions.bots) isExcluded[index] = 1;
  });
  yield* visitMatches(database, visited, (index, rule) => {
    byRule[rule] = (byRule[rule] ?? 0) + 1;
    isExcluded[index] = 1;
  });
  return { any: isExcluded.reduce((sum, one) => sum + one, 0), bots, byRule };
}

function* visitBots(
  database: Database,
  { exposed: { people, event }, bounds: { kept, projectId, newestId } }: Visited,
  found: (person: number) => void,
): Generator<void> {
  const botsIn = createBotReader(database, kept.bots, projectId, newestId);
  for (let from = 0; from < people.length; from += batchSize) {
    const events = people.slice(from, from + batchSize).map((person) => event[person] ?? 0);
    for (const index of botsIn(events)) found(from + index);
    yield;
  }
}

function* visitMatches(
  database: Database,
  { exposed: { people, event }, exclusions, now }: Visited,
  matched: (person: number, rule: number) => void,
): Generator<void> {
  const rules = rulesOf(exclusions, now);
  const each = [...people.entries()];
  for (const owner of ['event', 'person'] as const) {
    const own = [...rules.entries()].filter(([, rule]) => rule.owner === owner);
    if (own.length === 0) continue;
    const keys = own.map(([, { key }]) => key);
    const idOf = ([, person]: [number, number]) => (owner === 'event' ? (event[person] ?? 0) : person);
    yield* visitProperties(createPropertyReader(database, owner, keys), each, idOf, ([index], properties) => {
      for (const [rule, { test }] of own) if (test(properties)) matched(index, rule);
    });
  }
}
