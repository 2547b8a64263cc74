import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { actionPeopleTable } from '../../database/migrations/001-020/007-action-people-table.ts';
import { migrations } from '../../database/migrations/migrations.ts';
import { databaseFile } from '../../database/storage/files.ts';
import { startTestServer } from '../../testing/server.ts';
import { actionCount, peopleList, type Step } from '../contract.ts';

const at = (day: number, hour: number) => Date.UTC(2026, 9, day, hour);

const none = { tag_name: null, text: null, href: null, selector: null, url: null, name: null };
const hit: Step = { ...none, id: '1', event: 'hit', url_matching: 'contains', properties: {} };

/** As the previous version left it: three matches of person 1, who has two ids, and two of person 2; one before 1970. */
const rows = `
  INSERT INTO persons (id, project_id, uuid, properties, is_identified, created_at, last_seen_at) VALUES
    (1, 1, '018f0000-0000-7000-8000-000000000001', '{}', 0, 0, 0), (2, 1, '018f0000-0000-7000-8000-000000000002', '{}', 0, 0, 0);
  INSERT INTO distinct_ids (id, project_id, value, person_id, created_at) VALUES
    (1, 1, 'one', 1, 0), (2, 1, 'uno', 1, 0), (3, 1, 'two', 2, 0);
  INSERT INTO action_calculations (id, project_id, from_id, next_id, finished_at) VALUES (1, 1, 0, 0, 0);
  INSERT INTO actions (id, project_id, name, description, tags, post_to_chat, chat_message_format, steps, created_at, created_by,
    deleted, calculation_id) VALUES (1, 1, 'Hits', '', '[]', 0, '', '${JSON.stringify([hit])}', 0, 1, 0, 1);
  INSERT INTO action_matches (calculation_id, timestamp, event_id, distinct_ref) VALUES
    (1, -1, 1, 1), (1, ${at(5, 9)}, 2, 1), (1, ${at(5, 10)}, 3, 2), (1, ${at(5, 11)}, 4, 3), (1, ${at(6, 12)}, 5, 3);
  INSERT INTO action_days (calculation_id, day, count, people, last_people)
    SELECT 1, day, count, people, last FROM (
      SELECT -1 AS day, 1 AS count, 1 AS people, 0 AS last
      UNION ALL SELECT ${at(5, 0) / 86_400_000}, 3, 2, 1 UNION ALL SELECT ${at(6, 0) / 86_400_000}, 1, 1, 1);
`;

function prepare(dataDir: string): void {
  const earlier = migrations.slice(0, migrations.indexOf(actionPeopleTable));
  const database = new Database(databaseFile(dataDir));
  for (const sql of earlier) database.exec(sql);
  database.exec(rows);
  database.pragma(`user_version = ${earlier.length}`);
  database.close();
}

test('counts of the previous version are kept and continued', async () => {
  await using server = await startTestServer({ prepare });
  const ask = async (path: string) => (await server.api('GET', `/api/projects/1/actions/${path}`)).body;
  const people = async () =>
    peopleList
      .parse(await ask('people/?action_id=1'))
      .results.map((person) => [person.distinct_ids, person.action_count]);
  const counted = async (range: string) => actionCount.parse(await ask(`1/count/?${range}`)).people_count;

  expect(await people()).toEqual([
    [['two'], 2],
    [['one', 'uno'], 3],
  ]);
  expect(await counted('date_to=1969-12-31')).toBe(1);
  expect(await counted('date_to=2026-10-05')).toBe(2);

  const timestamp = new Date(at(7, 1)).toISOString();
  const batch = [
    { event: 'hit', distinct_id: 'uno', timestamp },
    { event: '$identify', distinct_id: 'one', properties: { $anon_distinct_id: 'two' }, timestamp },
  ];
  await server.capture({ batch }, '/batch/');
  expect(await people()).toEqual([[['one', 'uno', 'two'], 6]]);
  expect(await counted('date_to=2026-10-05')).toBe(1);
  expect(await counted('')).toBe(1);
});

test('pages of people have each person once, newest first, also for several actions', async () => {
  await using server = await startTestServer();
  const post = (name: string, event: string) =>
    server.api('POST', '/api/projects/1/actions/', { name, steps: [{ event }] });
  for (const [name, event] of [
    ['A', 'a'],
    ['B', 'b'],
  ] as const)
    expect((await post(name, event)).status).toBe(201);
  // Each comes daily up to a different last day.
  const visits = Array.from({ length: 12 }, (_, person) =>
    Array.from({ length: person + 1 }, (_day, day) => ({ person, time: at(1 + day, 1) + person * 60_000 })),
  ).flat();
  const batch = visits.map(({ person, time }) => ({
    event: person % 3 === 0 ? 'b' : 'a',
    distinct_id: `p${String(person).padStart(2, '0')}`,
    timestamp: new Date(time).toISOString(),
  }));
  await server.capture({ batch: [...batch, { ...batch[0], event: 'a' }] }, '/batch/');
  const paged = async (which: string) => {
    const ids: string[] = [];
    for (let offset = 0; ; offset += 3) {
      const path = `/api/projects/1/actions/people/?${which}limit=3&offset=${offset}`;
      const { results, count } = peopleList.parse((await server.api('GET', path)).body);
      ids.push(...results.flatMap(({ distinct_ids }) => distinct_ids));
      if (ids.length >= count) return ids;
    }
  };
  const everyone = Array.from({ length: 12 }, (_, index) => `p${String(11 - index).padStart(2, '0')}`);
  expect(await paged('')).toEqual(everyone);
  const others = everyone.filter((id) => Number(id.slice(1)) % 3 !== 0);
  expect(await paged('action_id=1&')).toEqual([...others, 'p00']);
});
