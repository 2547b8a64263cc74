import { isAutomated } from '../../capture/connection/automated.ts';
import type { Database } from '../../database/open.ts';
import { createPropertyReader } from '../metrics/property-reader.ts';

/** The first is that of posthog-js; servers send the other. */
const agentKeys = ['$raw_user_agent', '$user_agent'] as const;

/** What is known of an event, by its id. */
const human = 1;
const bot = 2;

/**
 * Caches by project which events are of automated browsers, least recently used first. An event does not change until its project
 * is deleted, and no other project gets its id. A byte per event id.
 */
export type BotCache = Map<number, Uint8Array>;

/** Of all projects together; a project beyond it is not cached. */
const maxBytes = 64_000_000;

/** Returns a function that finds the events of automated browsers: their indexes in the ids. Reads each event once while cached. */
export function createBotReader(database: Database, kept: BotCache, projectId: number, newestId: number) {
  const read = createPropertyReader(database, 'event', agentKeys);
  const isThere = database.prepare<[number], number>('SELECT 1 FROM projects WHERE id = ?').pluck();
  for (const key of kept.keys()) if (isThere.get(key) === undefined) kept.delete(key);
  const known = knownOf(kept, projectId, newestId + 1);
  return (ids: readonly number[]): number[] => {
    const missing = ids.filter((id) => known[id] === 0);
    if (missing.length > 0) {
      const bots = new Set<number>();
      for (const [id, values] of read(missing, (id) => id)) {
        const agents = agentKeys.map((key) => values[key]);
        if (agents.some((agent) => typeof agent === 'string' && isAutomated(agent))) bots.add(id);
      }
      for (const id of missing) known[id] = bots.has(id) ? bot : human;
    }
    return ids.flatMap((id, index) => (known[id] === bot ? [index] : []));
  };
}

function knownOf(kept: BotCache, projectId: number, size: number): Uint8Array {
  const before = kept.get(projectId);
  kept.delete(projectId);
  const known = before !== undefined && before.length >= size ? before : longer(before, size);
  if (known.length <= maxBytes) kept.set(projectId, known);
  let bytes = [...kept.values()].reduce((sum, { length }) => sum + length, 0);
  for (const [key, { length }] of kept) {
    if (bytes <= maxBytes) break;
    kept.delete(key);
    bytes -= length;
  }
  return known;
}

/** With room for events to come, so that a poll seldom copies it. */
function longer(before: Uint8Array | undefined, size: number): Uint8Array {
  const known = new Uint8Array(Math.ceil(size * 1.1));
  known.set(before ?? []);
  return known;
}
