import { monthOf } from './events.ts';
import { intLiteral, intsLiteral, textLiteral } from './literal.ts';
import { onePropertySql } from './one-property-sql.ts';
import type { Tables } from './schema.ts';

/** The columns by which the archive finds an event; `timestamp` in ms UTC. */
export type Located = { id: number; uuid: string; projectId: number; timestamp: number };

/**
 * Events with these ids and times, all inclusive: a server skips nearly all other rows by the times, as ids are in no index.
 * `ids`: the only ones.
 */
export type ArchivePlace = {
  low: number;
  high: number;
  projects: readonly number[];
  times: readonly Span[];
  ids?: readonly number[];
};
type Span = { from: number; to: number };

/** Where some events are, at least one. */
export function placeOf(located: readonly Located[]): ArchivePlace {
  const ids = located.map(({ id }) => id);
  return {
    low: Math.min(...ids),
    high: Math.max(...ids),
    projects: [...new Set(located.map(({ projectId }) => projectId))],
    times: located.map(({ timestamp }) => ({ from: timestamp, to: timestamp })),
  };
}

/** Where some events are, and no others. */
export const placeOfIds = (located: readonly Located[]): ArchivePlace => ({
  ...placeOf(located),
  ids: located.map(({ id }) => id),
});

/** Size of properties, in characters, above which an event is read on its own. */
const maxTogether = 20_000;

const isLarge = `length(properties) > ${maxTogether}`;
const smallProperties = `if(${isLarge}, '', properties)`;

/** Returns SQL for the properties of all events of a place. Large ones come empty, with `isLarge` 1. */
export const propertiesSql = (tables: Tables, place: ArchivePlace): string =>
  `SELECT id, toString(uuid) AS eventUuid, ${isLarge} AS isLarge, ${smallProperties} AS text
   FROM ${tables.events} PREWHERE ${conditionOf(place)}`;

/** Returns SQL for the events of a place in the table of one server, with hashes of their properties as `hashOf` makes them. */
export const hashesSql = (table: string, place: ArchivePlace): string =>
  `SELECT id, toString(uuid) AS eventUuid, lower(hex(SHA256(properties))) AS hash FROM ${table} PREWHERE ${conditionOf(place)}`;

/** `names`: the only ones, null for all. `condition` is SQL. `property`: the only one that is needed, null for all. */
type Candidates = {
  place: ArchivePlace;
  names: readonly string[] | null;
  condition: string;
  property: string | null;
  limit: number;
};

/**
 * Returns SQL that counts the events of a place with some names, and lists those that meet a condition as columns of
 * `propertiesSql`, up to a limit: with one property in an object, if that is sure to be the one of all properties.
 */
export function candidatesSql(tables: Tables, { place, names, condition, property, limit }: Candidates): string {
  const one = property === null ? null : onePropertySql(property);
  const whole = `${isLarge}, ${smallProperties}`;
  const text = one === null ? whole : `${one} = '' AND ${isLarge}, if(${one} = '', ${smallProperties}, ${one})`;
  return `SELECT uniqExact(uuid) AS events,
     groupArrayIf(${intLiteral(limit)})((id, toString(uuid), ${text}), ${condition}) AS found
   FROM ${tables.events} PREWHERE ${conditionOf(place)}
   ${names === null ? '' : `AND event IN (${names.map(textLiteral).join(', ')})`}`;
}

/** Returns SQL for all properties of an event. */
export const largePropertiesSql = (tables: Tables, located: Located): string =>
  `SELECT properties AS text FROM ${tables.events} WHERE ${conditionOf(placeOf([located]))} AND uuid = ${textLiteral(located.uuid)} LIMIT 1`;

/** Asks every shard for next to nothing. */
export const probeSql = ({ events }: Tables): string => `SELECT count() AS events FROM ${events} WHERE project_id = 0`;

/** Returns a condition by month, like the partitions. As PREWHERE it is tested before other columns of a row are read. */
function conditionOf({ low, high, projects, times, ids }: ArchivePlace): string {
  const months = [...Map.groupBy(times, ({ from }) => monthOf(from))].map(([month, spans]) => {
    const from = Math.min(...spans.map((span) => span.from));
    const to = Math.max(...spans.map((span) => span.to));
    return `(month = ${intLiteral(month)} AND timestamp BETWEEN ${intLiteral(from)} AND ${intLiteral(to)})`;
  });
  const listed = ids === undefined ? '' : `AND id IN ${idsIn(ids)}`;
  return `id BETWEEN ${intLiteral(low)} AND ${intLiteral(high)} ${listed} AND project_id IN ${intsLiteral(projects)} AND (${months.join(' OR ')})`;
}

/** Lists ids as one text: a server takes several times as long to parse as many numbers. */
const idsIn = (ids: readonly number[]): string =>
  `(SELECT toUInt64(arrayJoin(splitByChar(',', ${textLiteral(ids.map(intLiteral).join(','))}))))`;
