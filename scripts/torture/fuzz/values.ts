import type { Random } from '../random.ts';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const nested = (depth: number): Json =>
  depth === 0 ? 'deep' : depth % 2 === 0 ? [nested(depth - 1)] : { in: nested(depth - 1) };

/** Values that break parsers, comparisons, dates, SQL, regular expressions and prototypes. */
const hostile: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1,
  1.5,
  1e308,
  -1e308,
  2 ** 53 + 1,
  5e-324,
  '',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  'NaN',
  '[object Object]',
  'undefined',
  '@current',
  '%',
  '%00',
  '../..',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '=1+1',
  '\u0000',
  '\ud800',
  '\u202e',
  '😀',
  'ß',
  'e\u0301',
  '\n',
  '"',
  '\\',
  '{',
  '[',
  'phx_',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '2026-11-20T14:15:22+99:99',
  '-271821-04-20',
  '1e9',
  '0x10',
  '(',
  '[a-',
  '(a+)+$',
  '\\p{L}',
  '.*'.repeat(50),
  'a'.repeat(10_000),
  '9'.repeat(500),
  ':nth-child(',
  'a > > b',
  [],
  {},
  [[]],
  [null],
  [{}],
  { length: 5 },
  { toString: 1 },
  { constructor: { prototype: {} } },
  nested(60),
];

const names = [
  '__proto__',
  'constructor',
  'toString',
  '$set',
  '$groups',
  'distinct_id',
  'id',
  'key',
  '',
  ' ',
  'a'.repeat(500),
];

export const hostileValue = (random: Random): Json => structuredClone(random.pick(hostile));

export const hostileText = (random: Random): string => {
  const value = random.pick(hostile);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** Replaces, removes, renames, doubles or adds parts of a value, `times` times. */
export function mutate(value: Json, random: Random, times: number): Json {
  let result = structuredClone(value);
  for (let time = 0; time < times; time++) result = mutateOnce(result, random);
  return result;
}

function mutateOnce(value: Json, random: Random): Json {
  const isHolder = typeof value === 'object' && value !== null;
  if (!isHolder || random.chance(0.15)) return hostileValue(random);
  if (Array.isArray(value)) {
    const at = random.int(value.length + 1);
    const inside = value[at];
    if (inside === undefined || random.chance(0.2)) return value.toSpliced(at, random.int(2), hostileValue(random));
    return value.with(at, mutateOnce(inside, random));
  }
  const entries = Object.entries(value);
  const at = random.int(entries.length + 1);
  const entry = entries[at];
  if (entry === undefined) return Object.fromEntries([...entries, [random.pick(names), hostileValue(random)]]);
  const [key, inside] = entry;
  const change = random.int(8);
  if (change === 0) return Object.fromEntries(entries.toSpliced(at, 1));
  const changed: [string, Json] = change === 1 ? [random.pick(names), inside] : [key, mutateOnce(inside, random)];
  return Object.fromEntries(entries.with(at, changed));
}

/** Cuts, flips, inserts or doubles bytes. */
export function mutateBytes(bytes: Buffer, random: Random): Buffer {
  const at = random.int(bytes.length + 1);
  const change = random.int(4);
  if (change === 0) return bytes.subarray(0, at);
  if (change === 1) return Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.int(8)), bytes.subarray(at)]);
  if (change === 2) return Buffer.concat([bytes, bytes.subarray(at)]);
  const flipped = Buffer.from(bytes);
  if (at < flipped.length) flipped[at] = random.int(256);
  return flipped;
}
