import { expect, test } from 'vitest';
import type { Database } from '../../database/open.ts';
import { databaseOfTest } from '../../testing/database.ts';
import { eventFilter } from '../filters/filter-contract.ts';
import { type Block, readBlock, type Selection } from './read-block.ts';

/** Returns the number of characters of an event's properties; some are large. */
const textOf = (id: number) => (id % 97 === 0 ? 5000 : 20 + (id % 7));

/** Stores 1,500 events of two names, and a drop for each seventh id. Returns the ids of the events. */
function stored(database: Database): number[] {
  database.exec(`
    INSERT INTO event_names (id, project_id, name) VALUES (1, 1, 'odd'), (2, 1, 'even');
    INSERT INTO persons (id, project_id, uuid, properties, is_identified, created_at, last_seen_at) VALUES (1, 1, 'p', '{}', 0, 0, 0);
    INSERT INTO distinct_ids (id, project_id, value, person_id, created_at) VALUES (1, 1, 'ann', 1, 0);`);
  const event = database.prepare(
    `INSERT INTO events (id, project_id, uuid, name_id, distinct_ref, timestamp, received_at, properties)
     VALUES (?, 1, ?, ?, 1, 0, 0, ?)`,
  );
  const ids: number[] = [];
  for (let id = 1; id <= 1750; id++) {
    if (id % 7 === 0) continue;
    event.run(id, `uuid ${id}`, id % 2 === 0 ? 2 : 1, JSON.stringify({ a: 'x'.repeat(textOf(id) - 8) }));
    ids.push(id);
  }
  database
    .prepare(
      `INSERT INTO discards (id, uuid, status, reason, detail, timestamp, received_at, properties)
       VALUES (1751, 'd', 'dropped', 'no_event_name', '', 0, 0, '{}')`,
    )
    .run();
  return ids;
}

/** Reads block after block to the end. */
function readAll(database: Database, only: Selection, sizes: { maxRows: number; maxText: number }): Block[] {
  const blocks: Block[] = [];
  let after = 0;
  for (;;) {
    const block = readBlock(database, { only, after, ...sizes });
    blocks.push(block);
    if (block.isEnd) return blocks;
    expect(block.upTo).toBeGreaterThan(after);
    after = block.upTo;
  }
}

const all: Selection = null;
const even: Selection = { projectId: 1, filter: eventFilter.parse({ event_any: ['even'] }) };

test.each([
  ['all events', 1, 1e6, all],
  ['all events', 100, 1e6, all],
  ['all events', 5000, 1e6, all],
  ['all events', 5000, 300, all],
  ['all events', 100, 4000, all],
  ['those that a filter lets through', 10, 1e6, even],
  ['those that a filter lets through', 5000, 1e6, even],
  ['those that a filter lets through', 100, 600, even],
])('blocks have %s once, in order, within %i rows and %i characters', (_, maxRows, maxText, only) => {
  const { database } = databaseOfTest();
  const ids = stored(database).filter((id) => only === null || id % 2 === 0);
  const blocks = readAll(database, only, { maxRows, maxText });
  const sent = blocks.flatMap(({ events }) => events);
  expect(sent.map(({ id }) => id)).toEqual(ids);
  expect(sent.map(({ event }) => event)).toEqual(ids.map((id) => (id % 2 === 0 ? 'even' : 'odd')));
  expect(sent.map(({ properties }) => properties.length)).toEqual(ids.map(textOf));
  for (const { events, upTo } of blocks) {
    const text = events.reduce((sum, { properties }) => sum + properties.length, 0);
    expect(events.length).toBeLessThanOrEqual(maxRows);
    // A larger event goes alone.
    expect(events.length === 1 || text <= maxText).toBe(true);
    expect(upTo).toBeGreaterThanOrEqual(events.at(-1)?.id ?? 0);
  }
  expect(blocks.at(-1)?.upTo).toBe(1751);
});
