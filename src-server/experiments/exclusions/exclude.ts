import { isAutomated } from '../../capture/connection/automated.ts';
import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import type { ExperimentExclusions } from '../../projects/contract.ts';
import { compileProperty } from '../../properties/match-property.ts';
import { createPropertyReader, type Owner } from '../metrics/property-reader.ts';

/** A person who meets any rule is excluded. */
type Rule = { owner: Owner; key: string; test(properties: JsonObject): boolean };

const agentKey = '$raw_user_agent';
const botRule: Rule = { owner: 'event', key: agentKey, test: ({ [agentKey]: agent }) => isAgentAutomated(agent) };
const isAgentAutomated = (agent: unknown) => typeof agent === 'string' && isAutomated(agent);

/** People whose properties are read per statement: takes a few milliseconds. */
const batchSize = 2000;

/** Reports whether the event that exposed a person matters. */
export const needsEvents = ({ bots, properties }: ExperimentExclusions): boolean =>
  bots || properties.some(({ type }) => type === 'event');

function rulesOf({ bots, properties }: ExperimentExclusions, now: number): Rule[] {
  const conditions = properties.map(
    (filter): Rule => ({ owner: filter.type, key: filter.key, test: compileProperty(filter, () => now) }),
  );
  return bots ? [botRule, ...conditions] : conditions;
}

/** `people`: rows of distinct_ids. `event`: by row, the id of the event that exposed the person. */
type Exposed = { people: readonly number[]; event: Float64Array };

/** Reports for each of the people, by index, whether the project excludes them (1). Yields periodically. */
export function* findExcluded(
  database: Database,
  exposed: Exposed,
  exclusions: ExperimentExclusions,
  now: number,
): Generator<void, Uint8Array> {
  const isExcluded = new Uint8Array(exposed.people.length);
  yield* visitMatches(database, exposed, rulesOf(exclusions, now), (index) => {
    isExcluded[index] = 1;
  });
  return isExcluded;
}

/** Counts the people whom each rule would exclude, bots first, and those of any that holds. Yields periodically. */
export function* countExcluded(
  database: Database,
  exposed: Exposed,
  exclusions: ExperimentExclusions,
  now: number,
): Generator<void, { any: number; byRule: number[] }> {
  const rules = rulesOf({ ...exclusions, bots: true }, now);
  const byRule = rules.map(() => 0);
  const isExcluded = new Uint8Array(exposed.people.length);
  yield* visitMatches(database, exposed, rules, (index, rule) => {
    byRule[rule] = (byRule[rule] ?? 0) + 1;
    if (rule > 0 || exclusions.bots) isExcluded[index] = 1;
  });
  return { any: isExcluded.reduce((sum, one) => sum + one, 0), byRule };
}

function* visitMatches(
  database: Database,
  { people, event }: Exposed,
  rules: readonly Rule[],
  matched: (person: number, rule: number) => void,
): Generator<void> {
  const owners = (['event', 'person'] as const).flatMap((owner) => {
    const own = [...rules.entries()].filter(([, rule]) => rule.owner === owner);
    if (own.length === 0) return [];
    const read = createPropertyReader(
      database,
      owner,
      own.map(([, { key }]) => key),
    );
    return [{ own, read, idOf: (person: number) => (owner === 'event' ? (event[person] as number) : person) }];
  });
  for (let from = 0; from < people.length; from += batchSize) {
    const batch = people.slice(from, from + batchSize);
    for (const { own, read, idOf } of owners) {
      for (const [index, properties] of read(batch.map(idOf))) {
        for (const [rule, { test }] of own) if (test(properties)) matched(from + index, rule);
      }
      yield;
    }
  }
}
