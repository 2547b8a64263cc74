import type { JsonObject } from '../../core/contract.ts';
import { inJson } from '../../core/json/json.ts';
import { operatorTraits, type PropertyFilter } from '../../properties/contract.ts';
import type { PropertyTest } from '../../properties/match-property.ts';
import { jsonText, keyText, type NeededTexts, neededTexts } from '../../properties/needed-texts.ts';
import { noTestRun } from '../../test-runs/contract.ts';
import { eventStatus } from '../contract.ts';
import type { Prefilter } from '../prefilter/prefilter.ts';
import { textsInSqlite } from '../prefilter/sqlite.ts';
import { compileNested, nestedKeys, typeAt } from '../properties/nested-property.ts';
import { type FilterPart, filterPartsOf, isScanned, isSearch, outsideProperties } from './condition-parts.ts';
import type { EventFilter } from './filter-contract.ts';
import { type Times, timesOf } from './times.ts';

/** A compiled filter: SQL for one table with its values, and tests for the rest. */
export type Conditions = {
  events: { sql: string; values: unknown[] } | null;
  discards: { sql: string; values: unknown[] } | null;
  properties: PropertyTests;
  personProperties: PropertyTests;
  /** The time of the event; null for any. */
  times: Times | null;
  /** What an event has that can match, but those of `outside`; null if few are read, or without their properties. */
  prefilter: Prefilter | null;
  /** SQL for the events that match by a search of names and ids, if the prefilter is for its text; null for none. */
  outside: { sql: string; values: unknown[] } | null;
};

type PropertyTests = { keys: string[]; tests: PropertyTest[] };

/** The rows a query may see: a project and, with keys for all projects, requests of no known project. */
export type EventScope = { projectId: number; seesUnassigned: boolean };

/** Selects the rejected and dropped rows `r` of a scope. Unassigned ones count from the project's creation. */
export const scopeOfDiscards = ({ projectId, seesUnassigned }: EventScope) => ({
  sql: `(r.project_id = ? OR (r.project_id IS NULL AND ? AND
    r.received_at >= (SELECT created_at FROM projects WHERE id = ?)))`,
  values: [projectId, Number(seesUnassigned), projectId],
});

/** Compiles a filter for events and for rejected or dropped rows; null for a table that cannot match. */
export function conditionsOf(scope: EventScope, filter: EventFilter): Conditions {
  const { projectId } = scope;
  const statuses = filter.status === 'all' ? eventStatus.options : [filter.status];
  const parts = [...filterPartsOf(projectId, filter), ...valueParts(filter)];
  const events = [{ events: '+r.project_id = ?', values: [projectId] }, ...parts];
  const wantsDiscards = statuses.some((status) => status !== 'accepted') && filter.person_id === undefined;
  const discards = [scopeOfDiscards(scope), ...parts.map(ofDiscards), ...outcomeParts(filter)];
  return {
    events:
      statuses.includes('accepted') && filter.reason === undefined
        ? { sql: joined(events.map((part) => part.events)), values: events.flatMap(({ values }) => values) }
        : null,
    discards: wantsDiscards
      ? { sql: joined(discards.map(({ sql }) => sql)), values: discards.flatMap(({ values }) => values) }
      : null,
    ...compileTests(filter),
    times: timesOf(filter),
    ...prefilterOf(projectId, filter),
  };
}

/** Texts of values in a filter: SQL limits conditions to 1,000 parts. */
const maxValueParts = 100;

/** Excludes events by the texts of values, before their JSON is parsed. A key is in most events, so searching it costs more. */
function valueParts({ properties }: EventFilter): FilterPart[] {
  const texts = properties
    .filter(({ key, type }) => type !== 'person' && !key.includes('.'))
    .flatMap((property) => neededTexts(property).filter(([first]) => first?.text !== keyText(property.key).text));
  return texts.slice(0, maxValueParts).map((any) => {
    const { sql, values } = textsInSqlite('r.properties', any);
    return { events: `(${sql})`, discards: 'true', values, discardValues: [] };
  });
}

/** Excludes events by their names and properties. A text that is searched for may be elsewhere. */
function prefilterOf(projectId: number, filter: EventFilter): Pick<Conditions, 'prefilter' | 'outside'> {
  const { search } = filter;
  const ofEvent = filter.properties.filter(({ type }) => type !== 'person');
  const texts = [
    ...ofEvent.flatMap((property) => (property.key.includes('.') ? nestedTexts(property) : neededTexts(property))),
    ...filter.property_types.map(({ key }) => nestedKeys(key).map(keyText)),
  ];
  const prefilterFor = (needed: NeededTexts) => [{ event: filter.event ?? null, texts: needed }];
  if (!isScanned(filter)) return { prefilter: null, outside: null };
  if (texts.length === 0 && isSearch(search)) {
    const outside = outsideProperties(projectId, search);
    return { prefilter: prefilterFor([[jsonText(inJson(search), true)]]), outside };
  }
  const readsProperties = ofEvent.length > 0 || filter.property_types.length > 0;
  return { prefilter: readsProperties ? prefilterFor(texts) : null, outside: null };
}

/** The value may be in an object, or even in a list. */
const nestedTexts = ({ key, operator }: PropertyFilter): NeededTexts =>
  operatorTraits[operator].negates ? [] : [nestedKeys(key).map(keyText)];

const joined = (conditions: string[]) => conditions.join(' AND ');

const ofDiscards = ({ discards, values, discardValues = values }: FilterPart) => ({
  sql: discards,
  values: discardValues,
});

/**
 * Selects drops and rejections by their status, test run and reason. Few have a test run or a reason, so those are searched by
 * it.
 */
function outcomeParts({ status, reason, test_run: run }: EventFilter): { sql: string; values: unknown[] }[] {
  const isFound = run !== undefined && run !== noTestRun;
  return [
    ...(status === 'all'
      ? []
      : [{ sql: `${isFound || reason !== undefined ? '+' : ''}r.status = ?`, values: [status] }]),
    ...(reason === undefined ? [] : [{ sql: `${isFound ? '+' : ''}r.reason = ?`, values: [reason] }]),
  ];
}

function compileTests(filter: EventFilter): Pick<Conditions, 'properties' | 'personProperties'> {
  const tests = filter.properties.map((property) => ({ ...property, test: compileNested(property) }));
  const of = (wanted: 'event' | 'person') => tests.filter(({ type = 'event' }) => type === wanted);
  const typeTests = filter.property_types.map(({ key, type }) => ({
    key,
    test: (properties: JsonObject) => typeAt(properties, key) === type,
  }));
  return { properties: toTests([...of('event'), ...typeTests]), personProperties: toTests(of('person')) };
}

const toTests = (tests: readonly { key: string; test: PropertyTest }[]): PropertyTests => ({
  keys: tests.flatMap(({ key }) => nestedKeys(key)),
  tests: tests.map(({ test }) => test),
});
