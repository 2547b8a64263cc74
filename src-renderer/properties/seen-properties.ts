import { type Event, eventPage } from '#server/events/contract.ts';
import type { PropertyNames, PropertyValues } from '#server/persons/contract.ts';
import { get } from '../api/api.ts';

/** As many events as a suggestion is worth. */
const SAMPLE = 200;

/** Names of properties that the newest events named `event` (null: all) have. */
export async function fetchSeenProperties(
  projectId: number,
  event: string | null,
  search: string,
  signal: AbortSignal,
): Promise<PropertyNames> {
  return { results: seenProperties(await newestEvents(projectId, event, signal), search) };
}

/** Values that `key` has in them. */
export async function fetchSeenValues(
  projectId: number,
  event: string | null,
  { key, search }: { key: string; search: string },
  signal: AbortSignal,
): Promise<PropertyValues> {
  return { results: seenValues(await newestEvents(projectId, event, signal), key, search) };
}

async function newestEvents(projectId: number, event: string | null, signal: AbortSignal): Promise<Event[]> {
  const query = event === null || event === '' ? { limit: SAMPLE } : { event, limit: SAMPLE };
  return (await get(`/api/projects/${projectId}/events/`, eventPage, { query, signal })).results;
}

/** The app's own properties first, those that SDKs add ("$…") after them; each most frequent first. */
export function seenProperties(events: Pick<Event, 'properties'>[], search: string): PropertyNames['results'] {
  const counts = new Map<string, number>();
  for (const { properties } of events) {
    for (const key of Object.keys(properties)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([key]) => key.toLowerCase().includes(search.toLowerCase()))
    .map(([key, count]) => ({ key, count }))
    .toSorted((one, other) => rank(one) - rank(other) || other.count - one.count);
}

const rank = ({ key }: { key: string }) => (key.startsWith('$') ? 1 : 0);

/** Most frequent first; lists and objects, which no condition compares with, are left out. */
export function seenValues(
  events: Pick<Event, 'properties'>[],
  key: string,
  search: string,
): PropertyValues['results'] {
  const counts = new Map<string | number | boolean, number>();
  for (const { properties } of events) {
    const value = properties[key];
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts]
    .filter(([value]) => String(value).toLowerCase().includes(search.toLowerCase()))
    .map(([value, count]) => ({ value, count }))
    .toSorted((one, other) => other.count - one.count);
}
