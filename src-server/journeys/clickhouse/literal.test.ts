import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, openConnection } from '../../events/archive/clickhouse/connection.ts';
import { intLiteral, intsLiteral, textLiteral } from '../../events/archive/clickhouse/literal.ts';
import { type ClickHouseCluster, startClickHouse } from '../../testing/clickhouse.ts';
import { settingsOf } from './archive-testing.ts';

let cluster: ClickHouseCluster;
let connection: Connection;
beforeAll(async () => {
  cluster = await startClickHouse(1);
  connection = await openConnection(settingsOf(cluster, 'literals'), { isClosed: () => false });
});
afterAll(async () => {
  await connection?.close();
  await cluster?.close();
});

const hostile = [
  "'",
  '\\',
  "\\'",
  '\\\\',
  '\0',
  '\n',
  '\r',
  '\t',
  '\b',
  '\f',
  '\v',
  '\x1a',
  '\x7f',
  '"',
  '`',
  '--',
  '/*',
  ';',
  ')',
  '{x:String}',
  '%',
  '\u2028',
  '\ud800',
  '🦊',
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...hostile, 'x', 'N', '0', ' OR 1=1')).map((parts) => parts.join('')),
);

test('any text round-trips through its literal, and none of it is parsed as SQL', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 20, maxLength: 60 }), async (texts) => {
      const columns = texts.map((value, index) => `${textLiteral(value)} AS c${index}`);
      const [row] = await connection.query<Record<string, string>>(`SELECT ${columns.join(', ')}, 'end' AS last`);
      expect(Object.values(row ?? {})).toEqual([...texts.map((value) => value.toWellFormed()), 'end']);
    }),
    { numRuns: 200 },
  );
});

test('a number that is not whole is refused', async () => {
  const [row] = await connection.query(`SELECT ${intLiteral(-7)} AS a, 5 IN ${intsLiteral([1, 5])} AS b`);
  expect(row).toEqual({ a: -7, b: 1 });
  for (const value of [0.5, Number.NaN, 2 ** 53, '1; DROP' as never]) expect(() => intLiteral(value)).toThrow();
  expect(() => intsLiteral([])).toThrow();
});
