import { expect, test } from 'vitest';
import { inClickHouse } from '../archive/clickhouse/prefilter-sql.ts';
import type { Prefilter } from './prefilter.ts';
import { inSqlite } from './sqlite.ts';

const buy = { event: 'buy', texts: [] };
const texts = [
  [
    { text: '"plan":"te%m', ignoresCase: true },
    { text: "'", ignoresCase: false },
  ],
  [{ text: '"a\\', ignoresCase: false }],
];
const prefilters: Record<string, Prefilter> = {
  'no step': [],
  'a name': [buy],
  'an unknown name': [{ event: 'sell', texts }],
  texts: [{ event: null, texts }],
  'a name and texts, or anything': [
    { event: 'buy', texts },
    { event: null, texts: [] },
  ],
};

test('a prefilter is printed for SQLite with bound values, and for ClickHouse with literals', () => {
  const printed = Object.entries(prefilters).map(([name, prefilter]) => ({
    name,
    sqlite: inSqlite(prefilter, (event) => (event === 'buy' ? 7 : undefined)),
    clickHouse: inClickHouse(prefilter, (event) => (event === 'buy' ? 'b"uy' : undefined)),
  }));
  expect(printed).toMatchInlineSnapshot(`
    [
      {
        "clickHouse": "0",
        "name": "no step",
        "sqlite": {
          "sql": "false",
          "values": [],
        },
      },
      {
        "clickHouse": "(event = 'b"uy' AND 1)",
        "name": "a name",
        "sqlite": {
          "sql": "e.name_id = ?",
          "values": [
            7,
          ],
        },
      },
      {
        "clickHouse": "0",
        "name": "an unknown name",
        "sqlite": {
          "sql": "false",
          "values": [],
        },
      },
      {
        "clickHouse": "((positionCaseInsensitive(properties, '"plan":"te%m') > 0 OR position(properties, '\\'') > 0) AND (position(properties, '"a\\\\') > 0))",
        "name": "texts",
        "sqlite": {
          "sql": "((e.properties LIKE ? ESCAPE '\\') OR (instr(e.properties, ?) > 0)) AND (instr(e.properties, ?) > 0)",
          "values": [
            "%"plan":"te\\%m%",
            "'",
            ""a\\",
          ],
        },
      },
      {
        "clickHouse": "(event = 'b"uy' AND (positionCaseInsensitive(properties, '"plan":"te%m') > 0 OR position(properties, '\\'') > 0) AND (position(properties, '"a\\\\') > 0)) OR (1)",
        "name": "a name and texts, or anything",
        "sqlite": {
          "sql": "((e.name_id = ?) AND ((e.properties LIKE ? ESCAPE '\\') OR (instr(e.properties, ?) > 0)) AND (instr(e.properties, ?) > 0)) OR (true)",
          "values": [
            7,
            "%"plan":"te\\%m%",
            "'",
            ""a\\",
          ],
        },
      },
    ]
  `);
});
