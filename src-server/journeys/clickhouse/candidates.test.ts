import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventSubject } from '../../actions/matching/match.ts';
import { prefilterOf } from '../../actions/matching/prefilter.ts';
import { compiledSteps, generatedEvent, generatedStep } from '../../actions/matching/prefilter-testing.ts';
import { textLiteral } from '../../events/archive/clickhouse/literal.ts';
import { onePropertySql } from '../../events/archive/clickhouse/one-property-sql.ts';
import { inClickHouse } from '../../events/archive/clickhouse/prefilter-sql.ts';
import { compiledFilter, generatedSearch, searchedProperties } from '../../events/prefilter/search-testing.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';

const cluster = clusterForAll(1);

const names = new Set(['buy', 'sell']);

/** Stores JSON texts in a new table, each with its place as `id`. */
async function store(table: string, texts: readonly string[]): Promise<void> {
  const [server] = cluster.servers;
  const rows = texts.map((text, id) => `(${id}, ${textLiteral(text)})`);
  await server?.run(`CREATE TABLE default.${table} (id UInt32, properties String) ENGINE = Memory`);
  await server?.run(`INSERT INTO default.${table} VALUES ${rows.join(', ')}`);
}

test('ClickHouse finds each event that some steps match, and few others', async () => {
  const [server] = cluster.servers;
  const events = fc.sample(generatedEvent, 300);
  await server?.run('CREATE TABLE default.stored (id UInt32, event String, properties String) ENGINE = Memory');
  const rows = events.map(
    ({ name, properties }, id) => `(${id}, ${textLiteral(name)}, ${textLiteral(JSON.stringify(properties))})`,
  );
  await server?.run(`INSERT INTO default.stored VALUES ${rows.join(', ')}`);
  const seen = { matches: 0, excluded: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(generatedStep, { minLength: 1, maxLength: 2 }), async (steps) => {
      const matcher = compiledSteps(steps);
      fc.pre(matcher !== null);
      const condition = inClickHouse(prefilterOf(steps), (name) => (names.has(name) ? name : undefined));
      const found = await server?.run(`SELECT id FROM default.stored WHERE ${condition}`);
      const candidates = new Set(found?.map(Number));
      const matches = events.flatMap(({ name, properties }, id) => {
        const subject = eventSubject(
          name,
          () => properties,
          () => ({}),
        );
        return matcher?.matches(subject) ? [id] : [];
      });
      seen.matches += matches.length;
      seen.excluded += events.length - candidates.size;
      expect(matches.filter((id) => !candidates.has(id))).toEqual([]);
    }),
    { numRuns: 500 },
  );
  expect(Math.min(seen.matches, seen.excluded)).toBeGreaterThan(5000);
});

test('ClickHouse finds each event whose properties have the text of a search, and few others', async () => {
  const [server] = cluster.servers;
  const events = fc.sample(searchedProperties, 300).map((properties) => JSON.stringify(properties));
  await store('searched', events);
  const seen = { found: 0, excluded: 0 };
  await fc.assert(
    fc.asyncProperty(generatedSearch, async (search) => {
      const { prefilter, isFound } = compiledFilter({ search });
      const condition = inClickHouse(prefilter, () => undefined);
      const rows = await server?.run(`SELECT id FROM default.searched WHERE ${condition}`);
      const candidates = new Set(rows?.map(Number));
      const found = events.flatMap((json, id) => (isFound(json) ? [id] : []));
      seen.found += found.length;
      seen.excluded += events.length - candidates.size;
      expect(found.filter((id) => !candidates.has(id))).toEqual([]);
    }),
    { numRuns: 300 },
  );
  expect(Math.min(seen.found, seen.excluded)).toBeGreaterThan(5000);
});

/** Names and texts that look like the property, values of every kind, and objects with it. */
const pieces = [
  'seats',
  '"seats":5',
  ',"seats":6,',
  '{"seats":7}',
  '{',
  '}',
  ',',
  ':',
  '"',
  '\\',
  'é',
  '1',
  '\n',
  'x'.repeat(130),
];
const piece = fc.array(fc.constantFrom(...pieces), { maxLength: 3 }).map((parts) => parts.join(''));
const plain = fc.oneof(
  piece,
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
);
const name = fc.oneof(fc.constant('seats'), piece);
const nested = fc.oneof(
  plain,
  fc.array(plain, { maxLength: 2 }),
  fc.dictionary(name, plain, { maxKeys: 2, noNullPrototype: true }),
);
const withSeats = fc.dictionary(name, nested, { maxKeys: 4, noNullPrototype: true });

test('ClickHouse reads one property as it is in all, or says that this is not sure', async () => {
  const events = fc.sample(withSeats, 20_000).map((properties) => JSON.stringify(properties));
  await store('seats', events);
  const rows = await cluster.servers[0]?.run(
    `SELECT id, ${onePropertySql('seats')} AS one FROM default.seats FORMAT JSONEachRow`,
  );
  const seen = { found: 0, lacking: 0, unsure: 0 };
  for (const { id, one } of (rows ?? []).map((row) => JSON.parse(row))) {
    const { seats } = JSON.parse(events[id] ?? '');
    seen[one === '' ? 'unsure' : one === '{}' ? 'lacking' : 'found'] += 1;
    if (one !== '') expect({ json: events[id], one: JSON.parse(one) }).toEqual({ json: events[id], one: { seats } });
  }
  expect(Math.min(seen.found, seen.lacking, seen.unsure)).toBeGreaterThan(1000);
});

test.each([
  [':1,', { 'x,': 1, ':5,': 2 }],
  [',', { text: 'x,', ':5,': 2 }],
  ['],', { list: ['x,'], ':5,': 2 }],
])('ClickHouse is not sure of the name %j, which the end of a text may look like', async (odd, properties) => {
  const sql = `SELECT ${onePropertySql(odd)} AS one FROM (SELECT ${textLiteral(JSON.stringify(properties))} AS properties)`;
  expect(await cluster.servers[0]?.run(`${sql} FORMAT JSONEachRow`)).toEqual(['{"one":""}']);
});
