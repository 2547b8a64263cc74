import { createHash } from 'node:crypto';
import type { JsonObject } from '../../core/contract.ts';
import type { Database } from '../../database/open.ts';
import { readRemovalMark } from '../../events/list.ts';
import { type Owner, visitProperties } from '../../events/properties/property-reader.ts';
import type { NeededTexts } from '../../properties/needed-texts.ts';
import { type ChunkFiles, chunkRows } from '../columns/chunk-files.ts';
import { Columns } from '../columns/columns.ts';

/** States of an event or a person in the cache. */
const unmatched = 1;
const matched = 2;

/** Ids of events whose state is known, negative where they do not match. */
type StoredMatches = Columns<[Float64Array]>;
/** `stored`: null for people, who change. */
type Known = { projectId: number; removed: number; upTo: number; states: Uint8Array; stored: StoredMatches | null };

/**
 * Caches which events or people match a rule, least recently used first. An event never changes; a person only by an event, which
 * says so. A byte per id of an event, or row of a distinct_id.
 */
export type MatchCache = Map<string, Known>;

/** For all projects together. */
const maxBytes = 64_000_000;

/**
 * `id` tells apart rules of the same owner. `texts`: what the properties of a matching event have. `test` also says whether its
 * answer holds only now.
 */
export type ExclusionRule = {
  owner: Owner;
  id: string;
  keys: readonly string[];
  texts: NeededTexts;
  test(properties: JsonObject): { isMatch: boolean; onlyNow: boolean };
};

/** The data that a read sees: see `Bounds`. */
type Seen = { projectId: number; newestId: number; lastRef: number; kept: { matches: MatchCache; files: ChunkFiles } };

/**
 * Returns a function that finds the indexes of matching ids of events, or rows of distinct_ids. Caches each result; reads
 * properties of a person again after a change. Yields periodically.
 */
export function createMatcher(database: Database, seen: Seen, rule: ExclusionRule) {
  const known = knownOf(database, seen, rule);
  const { states } = known;
  const visited = { ...rule, projectId: seen.projectId, names: rule.keys };
  return function* (ids: readonly number[]): Generator<void, number[]> {
    // A person may have many of the events.
    const unknown = [...new Set(ids.filter((id) => states[id] === 0))];
    if (unknown.length === 0) return indexesOf(ids, (id) => states[id] === matched);
    const found = new Set(ids.filter((id) => states[id] === matched));
    const missing = new Set(rule.owner === 'event' ? unknown : []);
    yield* visitProperties(
      database,
      visited,
      unknown,
      (id) => id,
      (id, properties) => {
        const { isMatch, onlyNow } = rule.test(properties);
        states[id] = onlyNow ? 0 : isMatch ? matched : unmatched;
        if (isMatch) found.add(id);
        missing.delete(id);
      },
    );
    // Ids without a row never match, nor do others than candidates. Set last, since another read may use the states meanwhile.
    for (const id of missing) states[id] = unmatched;
    store(database, known, unknown);
    return indexesOf(ids, (id) => found.has(id));
  };
}

function indexesOf(ids: readonly number[], isMatch: (id: number) => boolean): number[] {
  const indexes: number[] = [];
  for (let index = 0; index < ids.length; index++) if (isMatch(ids[index] ?? 0)) indexes.push(index);
  return indexes;
}

function knownOf(database: Database, { kept, projectId, newestId, lastRef }: Seen, rule: ExclusionRule): Known {
  dropDeleted(database, kept.matches);
  const name = `${rule.owner} ${createHash('sha256').update(rule.id).digest('base64')}`;
  const key = `${projectId} ${name}`;
  const removed = readRemovalMark(database, projectId);
  const before = kept.matches.get(key);
  const known =
    before?.removed === removed
      ? before
      : { projectId, removed, upTo: newestId, states: new Uint8Array(0), stored: null as StoredMatches | null };
  if (rule.owner === 'person' && newestId > known.upTo) forgetChanged(database, known, newestId);
  known.upTo = Math.max(known.upTo, newestId);
  known.states = longer(known.states, (rule.owner === 'event' ? newestId : lastRef) + 1);
  if (known !== before && rule.owner === 'event') {
    known.stored = new Columns(kept.files, database, { projectId, name, removed }, [new Float64Array()]);
    load(known.states, known.stored);
  }
  kept.matches.delete(key);
  if (known.states.length <= maxBytes) kept.matches.set(key, known);
  makeRoom(kept.matches);
  return known;
}

/** Loads what earlier threads stored. Throws UnreadableChunk. */
function load(states: Uint8Array, stored: StoredMatches): void {
  const chunk = stored.newChunk();
  for (let row = 0; row < stored.length; row += chunkRows) {
    for (const id of stored.part(row, chunk).arrays[0]) states[Math.abs(id)] = id > 0 ? matched : unmatched;
  }
}

/** Stores which of some events match. */
function store(database: Database, known: Known, ids: readonly number[]): void {
  const { states, stored } = known;
  if (stored === null) return;
  const settled = ids.filter((id) => states[id] === matched || states[id] === unmatched);
  stored.add(settled.map((id) => (states[id] === matched ? id : -id)));
  stored.upTo = settled.reduce((newest, id) => Math.max(newest, id), stored.upTo);
  stored.store(database, () => stored.upTo);
  // A file that cannot be written is no reason to keep them twice.
  if (stored.inMemory >= chunkRows) known.stored = null;
}

/** Drops the people whom events since the last read have changed or merged, with all their ids. */
function forgetChanged(database: Database, { projectId, upTo, states }: Known, newestId: number): void {
  if (newestId - upTo > states.length) {
    states.fill(0);
    return;
  }
  const refs = database
    .prepare<[number, number, number], number>(
      `SELECT id FROM distinct_ids WHERE person_id IN (
         SELECT d.person_id FROM events e JOIN distinct_ids d ON d.id = e.distinct_ref
         WHERE e.id > ? AND e.id <= ? AND e.project_id = ? AND e.person_effect IS NOT NULL)`,
    )
    .pluck();
  for (const ref of refs.all(upTo, newestId, projectId)) states[ref] = 0;
}

/** Drops matches of deleted projects, whose ids are used again. */
function dropDeleted(database: Database, matches: MatchCache): void {
  const isThere = database.prepare<[number], number>('SELECT 1 FROM projects WHERE id = ?').pluck();
  for (const [key, { projectId }] of matches) if (isThere.get(projectId) === undefined) matches.delete(key);
}

function makeRoom(matches: MatchCache): void {
  let bytes = [...matches.values()].reduce((sum, { states }) => sum + states.length, 0);
  for (const [key, { states }] of matches) {
    if (bytes <= maxBytes) break;
    matches.delete(key);
    bytes -= states.length;
  }
}

/** Returns a copy with a tenth more room, so that later polls seldom copy it. */
function longer(before: Uint8Array, size: number): Uint8Array {
  if (before.length >= size) return before;
  const states = new Uint8Array(Math.ceil(size * 1.1));
  states.set(before);
  return states;
}
