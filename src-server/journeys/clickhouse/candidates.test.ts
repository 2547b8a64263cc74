import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventSubject } from '../../actions/matching/match.ts';
import { prefilterOf } from '../../actions/matching/prefilter.ts';
import { compiledSteps, generatedEvent, generatedStep } from '../../actions/matching/prefilter-testing.ts';
import { textLiteral } from '../../events/archive/clickhouse/literal.ts';
import { inClickHouse } from '../../events/archive/clickhouse/prefilter-sql.ts';
import { compiledFilter, generatedSearch, searchedProperties } from '../../events/prefilter/search-testing.ts';
import { clusterForAll } from '../../testing/clickhouse-hooks.ts';

const cluster = clusterForAll(1);

const names = new Set(['buy', 'sell']);

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
  await server?.run('CREATE TABLE default.searched (id UInt32, properties String) ENGINE = Memory');
  await server?.run(
    `INSERT INTO default.searched VALUES ${events.map((json, id) => `(${id}, ${textLiteral(json)})`).join(', ')}`,
  );
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
