import type { PropertyOperator } from './contract.ts';

export const absent = Symbol('absent');

/** Every value that `holds` must match, and every value that `fails` must not. */
type Case = { operator: PropertyOperator; value?: unknown; holds: unknown[]; fails: unknown[] };

const everyType = ['text', '', 0, 5, -1.5, true, false, null, [], ['text'], {}, { a: 1 }];

export const cases: Case[] = [
  { operator: 'is_set', holds: everyType, fails: [absent] },
  { operator: 'is_not_set', holds: [absent], fails: everyType },
  { operator: 'is_set', value: 'not looked at', holds: [null], fails: [absent] },

  { operator: 'exact', value: 'Pro', holds: ['Pro', 'pRO'], fails: ['Pro ', '', 'prof', null, 5, ['Pro'], absent] },
  { operator: 'exact', value: '', holds: [''], fails: [' ', null, [], absent] },
  { operator: 'exact', value: 'ÄSSE', holds: ['ässe'], fails: ['asse'] },
  { operator: 'exact', value: 5, holds: [5, '5'], fails: [5.5, '5.0', true, [5], absent] },
  { operator: 'exact', value: '5', holds: [5, '5'], fails: ['05', '5.0'] },
  { operator: 'exact', value: 1.5, holds: [1.5, '1.5'], fails: [1, '1.50'] },
  { operator: 'exact', value: true, holds: [true, 'true', 'TRUE'], fails: [false, 1, '1', 'yes', null, absent] },
  { operator: 'exact', value: 'false', holds: [false, 'False'], fails: [0, '', null, absent] },
  { operator: 'exact', value: 'null', holds: [null, 'NULL'], fails: ['', 0, false, absent] },
  {
    operator: 'exact',
    value: ['a', 5, true],
    holds: ['A', 5, '5', true, 'true'],
    fails: ['b', ['a', 5, true], absent],
  },
  { operator: 'exact', value: [null], holds: [null, 'null'], fails: [absent] },
  {
    operator: 'exact',
    value: '["a",1]',
    holds: [
      ['a', 1],
      ['A', 1],
    ],
    fails: [[1, 'a'], 'a,1'],
  },
  { operator: 'exact', value: { b: 1, a: ['x'] }, holds: [{ a: ['X'], b: 1 }, '{"a":["x"],"b":1}'], fails: [{ b: 1 }] },
  { operator: 'exact', value: '{"10":1,"9":2}', holds: [{ 9: 2, 10: 1 }], fails: ['{"9":2,"10":1}'] },

  { operator: 'is_not', value: 'Pro', holds: ['free', null, 5, absent], fails: ['pro'] },
  { operator: 'is_not', value: ['a', 'b'], holds: ['c', absent, ['a']], fails: ['A', 'b'] },
  { operator: 'is_not', value: 5, holds: [6, '6', absent], fails: [5, '5'] },

  {
    operator: 'icontains',
    value: '@Example.',
    holds: ['ann@example.org', 'ANN@EXAMPLE.ORG'],
    fails: ['ann', null, absent],
  },
  { operator: 'icontains', value: 'Ä', holds: ['xÄx'], fails: ['ä'] },
  { operator: 'icontains', value: 5, holds: [15.2, '5', [4, 5]], fails: [16, absent] },
  { operator: 'icontains', value: 'RU', holds: [true, ['a', 'run'], 'rUn'], fails: [false, { ru: 1 }] },
  { operator: 'icontains', value: 'ul', holds: [null], fails: [absent] },
  { operator: 'icontains', value: 'object', holds: [{}, { toString: 1 }, [{}]], fails: [[null]] },
  { operator: 'icontains', value: '', holds: everyType, fails: [absent] },
  { operator: 'not_icontains', value: 'A', holds: ['b', null, 5, absent], fails: ['a', 'bAb', false] },

  { operator: 'regex', value: '^/a/?$', holds: ['/a', '/a/'], fails: ['/a/b', 'x/a', '/A', absent] },
  { operator: 'regex', value: 'b+', holds: ['abbbc'], fails: ['B', ''] },
  { operator: 'regex', value: '', holds: everyType, fails: [absent] },
  { operator: 'regex', value: 5, holds: [15, '5'], fails: [1] },
  { operator: 'regex', value: '^(true|null)$', holds: [true, null], fails: [false, absent] },
  { operator: 'regex', value: '(?i)PRO', holds: ['pro'], fails: ['p'] },
  { operator: 'not_regex', value: '\\d', holds: ['a', null, absent], fails: ['a1', 5] },

  {
    operator: 'gt',
    value: 5,
    holds: [5.1, '6', ' 6 ', '1e1'],
    fails: [5, '5', 4, 'six', '6 pm', '', null, true, [6], absent],
  },
  { operator: 'gte', value: '5', holds: [5, '5.0', 6], fails: [4.99, '0x10', 'Infinity', absent] },
  { operator: 'lt', value: -1.5, holds: [-2, '-1.6'], fails: [-1.5, '-1', null, '', {}, absent] },
  { operator: 'lte', value: ' 10 ', holds: [10, '9', '+1', '.5'], fails: [11, '9a', false, absent] },

  {
    operator: 'is_date_exact',
    value: '2026-01-31',
    holds: ['2026-01-31', '2026-01-31T23:59:59Z', Date.UTC(2026, 0, 31, 5)],
    fails: ['2026-02-01', '2026-02-01T00:30:00Z', '2026-01-31T23:30:00-05:00', 'soon', null, absent],
  },
  {
    operator: 'is_date_exact',
    value: '2026-01-31T10:00:00Z',
    holds: ['2026-01-31T12:00:00+02:00'],
    fails: ['2026-01-31', '2026-01-31T10:00:01Z'],
  },
  {
    operator: 'is_date_before',
    value: '2026-01-31',
    holds: ['2026-01-30', '2026-01-30T23:59:59.999Z', 0],
    fails: ['2026-01-31', 'soon', '', null, true, ['2026-01-30'], {}, absent],
  },
  {
    operator: 'is_date_after',
    value: '2026-01-31T10:00:00+02:00',
    holds: ['2026-01-31T08:00:01Z', Date.UTC(2027, 0, 1)],
    fails: ['2026-01-31T08:00:00Z', 8.7e15, absent],
  },
  {
    operator: 'is_date_after',
    value: Date.UTC(2026, 0, 1),
    holds: ['2026-01-02', 'Jan 5 2026', 'Mon, 05 Jan 2026 10:00:00 GMT'],
    fails: ['2025-12-31', 'Dec 5 2025'],
  },
  { operator: 'is_date_after', value: '-36h', holds: ['2026-03-30T00:00:01Z'], fails: ['2026-03-30T00:00:00Z'] },
  { operator: 'is_date_after', value: '7d', holds: ['2026-03-24T12:00:01Z'], fails: ['2026-03-24T12:00:00Z'] },
  {
    operator: 'is_date_before',
    value: '-2w',
    holds: ['2026-03-17T11:59:59Z'],
    fails: ['2026-03-17T12:00:00Z', absent],
  },
  { operator: 'is_date_before', value: '1m', holds: ['2026-02-28T11:59:59Z'], fails: ['2026-02-28T12:00:00Z'] },
  { operator: 'is_date_before', value: '-3m', holds: ['2025-12-28T11:59:59Z'], fails: ['2025-12-28T12:00:00Z'] },
  { operator: 'is_date_before', value: '-9999y', holds: [-3.2e14], fails: ['0001-01-01'] },
];
