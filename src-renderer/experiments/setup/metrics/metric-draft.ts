import type { JsonObject } from '#server/core/contract.ts';
import { defaultInsight, type Insight, insight } from '#server/experiments/metrics/metric-contract.ts';
import { directionOf } from '#server/experiments/metrics/options-contract.ts';
import type { Direction } from '#server/statistics/contract.ts';
import { type PropertyRow, propertyInputOf, rowOf } from '../../../actions/editor/action-form.ts';

/**
 * `given` is the JSON it was read from, null when it was added here: what is known of it may change, all else goes back as it
 * came.
 */
export type EntryDraft = {
  id: string;
  of: 'event' | 'any' | 'action';
  /** The name of the event, or the action's id; '' while none is chosen. */
  target: string;
  properties: PropertyRow[];
  given: JsonObject | null;
};

/** A metric as its card holds it; in a funnel the entries are the steps, in order. Ids are of the form alone. */
export type MetricDraft = {
  id: string;
  kind: Insight;
  direction: Direction;
  /** Null: not said, so `defaultWindowDays`. */
  window: number | null;
  entries: EntryDraft[];
  /** Of every entry. */
  properties: PropertyRow[];
  given: JsonObject;
};

/** A metric of an experiment's list; `outer` is the object around its filters, null when it was added here. */
export type NamedMetricDraft = MetricDraft & { name: string; outer: JsonObject | null };

export function newMetric(): MetricDraft {
  return { ...readMetric({ insight: defaultInsight }), entries: [newEntry()] };
}

export function newNamedMetric(): NamedMetricDraft {
  return { ...newMetric(), name: '', outer: null };
}

export function newEntry(of: EntryDraft['of'] = 'event'): EntryDraft {
  return { id: crypto.randomUUID(), of, target: '', properties: [], given: null };
}

export function copyOfEntry(entry: EntryDraft): EntryDraft {
  const properties = entry.properties.map((row) => ({ ...row, id: crypto.randomUUID() }));
  return { ...entry, id: crypto.randomUUID(), properties };
}

/** The entry of another event or action; `name` says in the JSON what an id alone would not. */
export function withTarget(entry: EntryDraft, of: EntryDraft['of'], target: string, name?: string): EntryDraft {
  const { name: _, ...rest } = entry.given ?? {};
  const given = name === undefined ? rest : { ...rest, name };
  return { ...entry, of, target, given: Object.keys(given).length === 0 && entry.given === null ? null : given };
}

/** Whether it was added and nothing was said yet: such a one is not sent. */
export function isBlankEntry({ of, target, properties, given }: EntryDraft): boolean {
  return of !== 'any' && target.trim() === '' && properties.length === 0 && given === null;
}

export function isBlankMetric({ name, outer, entries, properties }: NamedMetricDraft): boolean {
  return name.trim() === '' && outer === null && properties.length === 0 && entries.every(isBlankEntry);
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is known of the filters, whatever else is in them. With `previous` rows on screen stay the same ones. */
export function readMetric(given: JsonObject, previous?: MetricDraft): MetricDraft {
  const { funnel_window_days: window } = given;
  return {
    id: previous?.id ?? crypto.randomUUID(),
    kind: insight.safeParse(given.insight).data ?? defaultInsight,
    direction: directionOf(given),
    window: typeof window === 'number' ? window : null,
    entries: readEntries(given, previous?.entries),
    properties: readRows(given.properties, previous?.properties),
    given,
  };
}

export function readNamedMetric(outer: JsonObject, previous?: NamedMetricDraft): NamedMetricDraft {
  const metric = readMetric(isObject(outer.filters) ? outer.filters : {}, previous);
  return { ...metric, name: typeof outer.name === 'string' ? outer.name : '', outer };
}

/** In the order of `order`; where it is not given, in that of their places, events first. */
function readEntries({ events, actions }: JsonObject, previous: EntryDraft[] = []): EntryDraft[] {
  const placed = [
    ...objectsOf(events).map((given) => ({ given, isAction: false })),
    ...objectsOf(actions).map((given) => ({ given, isAction: true })),
  ].map((one, place) => ({ ...one, order: typeof one.given.order === 'number' ? one.given.order : place }));
  return placed
    .toSorted((one, other) => one.order - other.order)
    .map(({ given, isAction }, index) => {
      const said = given.id === undefined || given.id === null ? null : String(given.id);
      const before = previous[index];
      return {
        id: before?.id ?? crypto.randomUUID(),
        of: isAction ? 'action' : said === null ? 'any' : 'event',
        target: said ?? '',
        properties: readRows(given.properties, before?.properties),
        given,
      };
    });
}

function readRows(given: unknown, previous: PropertyRow[] = []): PropertyRow[] {
  return objectsOf(given).map((condition, index) => rowOf(condition, previous[index]?.id ?? crypto.randomUUID()));
}

const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** The filters that say what the card says: what it does not change stays to the letter. */
export function filtersOf(metric: MetricDraft): JsonObject {
  const before = readMetric(metric.given);
  const { given } = metric;
  const filters: JsonObject = { ...given };
  if (metric.kind !== before.kind) filters.insight = metric.kind;
  if (metric.direction !== before.direction) {
    filters.benchtop = { ...(isObject(given.benchtop) && given.benchtop), direction: metric.direction };
    delete filters.direction;
  }
  if (metric.window !== before.window) filters.funnel_window_days = metric.window ?? undefined;
  if (rowsText(metric.properties) !== rowsText(before.properties))
    filters.properties = metric.properties.map(propertyInputOf);
  const entries = metric.entries.filter((entry) => !isBlankEntry(entry));
  if (entriesText(entries) !== entriesText(before.entries)) Object.assign(filters, entryLists(entries, metric.given));
  return withoutUndefined(filters);
}

export function namedMetricOf(metric: NamedMetricDraft): JsonObject {
  const before = readNamedMetric(metric.outer ?? {});
  const outer: JsonObject = { ...metric.outer };
  if (metric.name !== before.name) outer.name = metric.name;
  const filters = filtersOf(metric);
  if (JSON.stringify(filters) !== JSON.stringify(before.given)) outer.filters = filters;
  return outer;
}

/** Both lists; with `order` where their places alone would not say it, or where they said it before. */
function entryLists(entries: EntryDraft[], given: JsonObject): JsonObject {
  const isMixed = entries.some(({ of }) => of === 'action') && entries.some(({ of }) => of !== 'action');
  const isOrdered = isMixed || entries.some((entry) => typeof entry.given?.order === 'number');
  const written = entries.map((entry, order) => ({
    of: entry.of,
    json: { ...entryOf(entry), ...(isOrdered && { order }) },
  }));
  const events = written.filter(({ of }) => of !== 'action').map(({ json }) => json);
  const actions = written.filter(({ of }) => of === 'action').map(({ json }) => json);
  return {
    ...((events.length > 0 || 'events' in given) && { events }),
    ...((actions.length > 0 || 'actions' in given) && { actions }),
  };
}

function entryOf({ of, target, properties, given }: EntryDraft): JsonObject {
  const entry: JsonObject = { ...given, id: idOf(of, target, given?.id) };
  if (rowsText(properties) !== rowsText(readRows(given?.properties)))
    entry.properties = properties.map(propertyInputOf);
  return entry;
}

function idOf(of: EntryDraft['of'], target: string, given: unknown): unknown {
  if (of === 'any') return null;
  if (given !== undefined && given !== null && String(given) === target) return given;
  return of === 'action' && /^\d+$/.test(target) ? Number(target) : target;
}

const rowsText = (rows: PropertyRow[]) => JSON.stringify(rows.map(({ id: _, ...row }) => row));
const entriesText = (entries: EntryDraft[]) =>
  JSON.stringify(
    entries.map(({ id: _, properties, given, ...entry }) => ({ ...entry, rows: rowsText(properties), given })),
  );

function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
