import { mkdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openWriter } from '../../src-server/database/open.ts';
import type { SampleEvent } from '../payload.ts';
import { rawRows } from './raw-rows.ts';

/**
 * The least that a durable capture takes: `node:http` that parses an event and inserts its row into the project's schema, with the
 * project's durability, and answers after the commit of all that wait. No limits, persons' properties, actions or request log.
 */
const [folder = ''] = process.argv.slice(2);
mkdirSync(folder);
const database = openWriter(folder);
const rows = rawRows(database);
type Ids = Map<string, number | bigint>;
const names: Ids = new Map();
const identities: Ids = new Map();

function idOf(ids: Ids, text: string, add: () => { lastInsertRowid: number | bigint }): number | bigint {
  const known = ids.get(text);
  if (known !== undefined) return known;
  const { lastInsertRowid } = add();
  ids.set(text, lastInsertRowid);
  return lastInsertRowid;
}

let waiting: { event: SampleEvent; response: ServerResponse }[] = [];

const store = database.transaction((moment: number) => {
  for (const { event } of waiting) {
    const { uuid, event: name, distinct_id: id, properties } = event;
    const nameId = idOf(names, name, () => rows.name.run(name));
    const identity = idOf(identities, id, () => rows.identity.run(id, rows.person.run(uuid).lastInsertRowid));
    rows.event.run(uuid, nameId, identity, moment, moment, JSON.stringify(properties));
  }
});

function storeAndAnswer(): void {
  store(Date.now());
  for (const { response } of waiting) response.end('{"status":1}');
  waiting = [];
}

const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.once('end', () => {
    const event: SampleEvent = JSON.parse(`${Buffer.concat(parts)}`);
    if (waiting.push({ event, response }) === 1) setImmediate(storeAndAnswer);
  });
});
server.listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
