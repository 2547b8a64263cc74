import { automatedTexts, isAutomated } from '../../capture/connection/automated.ts';
import { sumOf } from '../../core/sum-contract.ts';
import type { Database } from '../../database/open.ts';
import type { ExperimentExclusions } from '../../projects/contract.ts';
import { jsonText, keyText } from '../../properties/needed-texts.ts';
import type { Bounds } from '../metrics/rows/row-cache.ts';
import { conditionRule } from './condition-rule.ts';
import { createMatcher, type ExclusionRule } from './known-matches.ts';

/** posthog-js sends the first, servers the second. */
const agentKeys = ['$raw_user_agent', '$user_agent'] as const;

const botRule: ExclusionRule = {
  owner: 'event',
  id: 'bots',
  keys: agentKeys,
  texts: [agentKeys.map(keyText), automatedTexts.map((text) => jsonText(text, true))],
  test: (properties) => ({
    isMatch: agentKeys.map((key) => properties[key]).some((agent) => typeof agent === 'string' && isAutomated(agent)),
    onlyNow: false,
  }),
};

/** A person who meets any of these is excluded. `now`: milliseconds UTC. */
const rulesOf = ({ bots, properties }: ExperimentExclusions, now: number): ExclusionRule[] => [
  ...(bots ? [botRule] : []),
  ...properties.map((filter) => conditionRule(filter.type, [filter], now)),
];

/** Returns the rules that read the event that exposed a person. */
export const eventRules = (exclusions: ExperimentExclusions, now: number): ExclusionRule[] =>
  rulesOf(exclusions, now).filter(({ owner }) => owner === 'event');

/** `people`: rows of distinct_ids. `event`: by row, the id of the event that exposed the person. */
type Exposed = { people: readonly number[]; event: Float64Array };
type Visited = { exposed: Exposed; bounds: Bounds; exclusions: ExperimentExclusions; now: number };

/** Reports for each of the people, by index, whether the project excludes them (1). Yields periodically. */
export function* findExcluded(database: Database, visited: Visited): Generator<void, Uint8Array> {
  const isExcluded = new Uint8Array(visited.exposed.people.length);
  for (const rule of rulesOf(visited.exclusions, visited.now)) {
    for (const index of yield* findMatches(database, visited, rule)) isExcluded[index] = 1;
  }
  return isExcluded;
}

/** Counts the people whom each condition would exclude, bots apart, and those of any rule that holds. Yields periodically. */
export function* countExcluded(
  database: Database,
  visited: Visited,
): Generator<void, { any: number; bots: number; byRule: number[] }> {
  const byRule: number[] = [];
  for (const filter of visited.exclusions.properties) {
    byRule.push((yield* findMatches(database, visited, conditionRule(filter.type, [filter], visited.now))).length);
  }
  const bots = (yield* findMatches(database, visited, botRule)).length;
  const isExcluded = yield* findExcluded(database, visited);
  return { any: sumOf(isExcluded), bots, byRule };
}

function findMatches(
  database: Database,
  { exposed: { people, event }, bounds }: Visited,
  rule: ExclusionRule,
): Generator<void, number[]> {
  const ids = rule.owner === 'event' ? people.map((person) => event[person] ?? 0) : people;
  return createMatcher(database, bounds, rule)(ids);
}
