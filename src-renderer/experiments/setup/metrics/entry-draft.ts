import { isJsonObject, type JsonObject } from '#server/core/contract.ts';
import { type PropertyRow, propertyInputOf, rowOf } from '../../../actions/editor/action-form.ts';

/**
 * `given`: the JSON it was read from, null for a new one. Unknown keys are sent back unchanged.
 */
export type EntryDraft = {
  id: string;
  of: 'event' | 'any' | 'action';
  /** The name of the event, or the action's id; '' while none is chosen. */
  target: string;
  properties: PropertyRow[];
  given: JsonObject | null;
};

/** What is counted, such as a metric's steps or the denominator of a ratio. `properties` are of every entry. */
export type CountedDraft = { entries: EntryDraft[]; properties: PropertyRow[] };

export function newEntry(of: EntryDraft['of'] = 'event'): EntryDraft {
  return { id: crypto.randomUUID(), of, target: '', properties: [], given: null };
}

export function copyOfEntry(entry: EntryDraft): EntryDraft {
  const properties = entry.properties.map((row) => ({ ...row, id: crypto.randomUUID() }));
  return { ...entry, id: crypto.randomUUID(), properties };
}

/** Returns the entry with another event or action; `name` is for readers of the JSON, where an action has only an id. */
export function withTarget(entry: EntryDraft, of: EntryDraft['of'], target: string, name?: string): EntryDraft {
  const { name: _, ...rest } = entry.given ?? {};
  const given = name === undefined ? rest : { ...rest, name };
  return { ...entry, of, target, given: Object.keys(given).length === 0 && entry.given === null ? null : given };
}

/** Returns whether an entry was added and not filled in yet; it is then not sent. */
export function isBlankEntry({ of, target, properties, given }: EntryDraft): boolean {
  return of !== 'any' && target.trim() === '' && properties.length === 0 && given === null;
}

/** Reads what `given` counts. With `previous`, rows keep their ids. */
export function readCounted(given: JsonObject, previous?: CountedDraft): CountedDraft {
  return {
    entries: readEntries(given, previous?.entries),
    properties: readRows(given.properties, previous?.properties),
  };
}

/** Reads the entries by `order`, else by their places, events first. */
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

const objectsOf = (value: unknown): JsonObject[] => (Array.isArray(value) ? value.filter(isJsonObject) : []);

/** Returns the keys of `given` whose values changed, with the new ones. */
export function changedCounted(counted: CountedDraft, given: JsonObject): JsonObject {
  const before = readCounted(given);
  const entries = counted.entries.filter((entry) => !isBlankEntry(entry));
  return {
    ...(rowsText(counted.properties) !== rowsText(before.properties) && {
      properties: counted.properties.map(propertyInputOf),
    }),
    ...(entriesText(entries) !== entriesText(before.entries) && entryLists(entries, given)),
  };
}

/** Returns both lists, with `order` where their places alone would not say it, or did before. */
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

export function withoutUndefined(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
