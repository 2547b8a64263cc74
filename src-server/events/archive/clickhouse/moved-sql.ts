import { monthOf } from './events.ts';
import { intLiteral, intsLiteral, textLiteral } from './literal.ts';
import type { Tables } from './schema.ts';

/** The columns by which the archive finds an event; `timestamp` in ms UTC. */
export type Located = { id: number; uuid: string; projectId: number; timestamp: number };

/** Size of properties, in characters, above which an event is read on its own. */
const maxTogether = 20_000;

/** Returns SQL for the properties of some events, at least one. Large ones come empty, with `isLarge` 1. */
export const propertiesSql = (tables: Tables, located: readonly Located[]): string =>
  `SELECT id, toString(uuid) AS eventUuid, length(properties) > ${maxTogether} AS isLarge, if(length(properties) > ${maxTogether}, '', properties) AS text
   FROM ${tables.events} WHERE ${conditionOf(located)}`;

/** Returns SQL for all properties of an event. */
export const largePropertiesSql = (tables: Tables, located: Located): string =>
  `SELECT properties AS text FROM ${tables.events} WHERE ${conditionOf([located])} AND uuid = ${textLiteral(located.uuid)} LIMIT 1`;

/** Asks every shard for next to nothing. */
export const probeSql = ({ events }: Tables): string => `SELECT count() AS events FROM ${events} WHERE project_id = 0`;

/**
 * Returns a condition with the times, by month like the partitions, so that a server skips nearly all rows: ids are in no index.
 */
function conditionOf(located: readonly Located[]): string {
  const ids = located.map(({ id }) => id);
  const projects = [...new Set(located.map(({ projectId }) => projectId))];
  const months = [...Map.groupBy(located, ({ timestamp }) => monthOf(timestamp))].map(([month, events]) => {
    const times = events.map(({ timestamp }) => timestamp);
    const [from, to] = [Math.min(...times), Math.max(...times)].map(intLiteral);
    return `(month = ${intLiteral(month)} AND timestamp BETWEEN ${from} AND ${to})`;
  });
  const [low, high] = [Math.min(...ids), Math.max(...ids)].map(intLiteral);
  return `id BETWEEN ${low} AND ${high} AND project_id IN ${intsLiteral(projects)} AND (${months.join(' OR ')})`;
}
