import { type JsonType, jsonType } from '../../core/json/json-type-contract.ts';
import { sumOf } from '../../core/sum-contract.ts';
import { isoTime } from '../../core/text/time-contract.ts';
import type { Database } from '../../database/open.ts';
import type { PlanProperty } from '../contract.ts';
import { columnOf } from '../counting/counts-store.ts';

type Row = { property: string; first_at: number; last_at: number; last_id: number } & Record<JsonType, number>;

/** `lastId`: the newest event with the property. */
export type CountedProperty = { property: PlanProperty; lastId: number };

const summed = jsonType.options.map((type) => `sum(${columnOf(type)}) AS "${type}"`).join(', ');

/**
 * Returns a function that reads the properties of a name, of all builds or (not null) one: those of the app first, then those of
 * SDKs, by name.
 */
export function propertyReader(database: Database) {
  const select = database.prepare<{ nameId: number; build: string | null }, Row>(
    `SELECT property, ${summed}, min(first_at) AS first_at, max(last_at) AS last_at, max(last_id) AS last_id
     FROM plan_properties WHERE name_id = :nameId AND (:build IS NULL OR build = :build)
     GROUP BY property ORDER BY substr(property, 1, 1) = '$', property`,
  );
  return (nameId: number, build: string | null, events: number): CountedProperty[] =>
    select.all({ nameId, build }).map((row) => {
      const types = jsonType.options.flatMap((type) => (row[type] > 0 ? [{ type, count: row[type] }] : []));
      const count = sumOf(types.map((each) => each.count));
      const share = count / Math.max(events, 1);
      const seen = { first_seen: isoTime(row.first_at), last_seen: isoTime(row.last_at) };
      return { property: { property: row.property, count, share, types, ...seen }, lastId: row.last_id };
    });
}
