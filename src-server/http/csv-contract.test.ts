import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvText } from './csv-contract.ts';

/** Starts of a spreadsheet formula, also after characters that an import trims. */
const openings = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\n',
  '\n=',
  '\r\n=',
  ' =',
  '\u00a0=',
  '\ufeff=',
  '\t@',
  '＝',
  '＋',
  '－',
  '＠',
];

test.each(openings.map((opening) => `${opening}1+1`))('%j is made inert, in the header too', (text) => {
  const rows: string[][] = parse(csvText([[text], [text, 'plain']]), { relax_column_count: true });
  expect(rows).toEqual([[`'${text}`], [`'${text}`, 'plain']]);
});

test('numbers, dates and plain text stay as they are', () => {
  expect(csvText([[-1.5, 1e21, true, null, undefined, '2026-11-22', 'a = b', 'x-y', '']])).toBe(
    '-1.5,1e+21,true,,,2026-11-22,a = b,x-y,\r\n',
  );
});

test('a parser returns every text unchanged, except for the apostrophe', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 }), (cells) => {
      const [row]: string[][] = parse(csvText([cells]));
      expect(row?.map((cell, index) => (cell === `'${cells[index]}` ? cell.slice(1) : cell))).toEqual(cells);
    }),
  );
});
