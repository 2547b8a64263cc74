import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyFormats } from './key-format-contract.ts';
import { holdsKeyInBase64, maskEncodedKeys, maskKeys } from './mask-keys.ts';

const session = `phs_${'a1b'.repeat(32)}`;

test.each([
  ['a preset with every character', 'Bearer phx_ab-_.~12', 'Bearer phx_ab-_…'],
  ['a key among other text', '"key phx_abcdefgh12, and more"', '"key phx_abcd…, and more"'],
  ['escapes', 'ph\\u0078\\u005fabc\\u0064efgh"', 'phx_abcd…"'],
  ['percent-encoding', 'a=%70hx_abc%2defgh&b=%2570%2568%2578%255Fabcdefgh', 'a=phx_abc-…&b=phx_abcd…'],
  ['a session key', `a${session}, b`, 'aphs_a1ba…, b'],
  ['a key in a key', `phx_${session}`, 'phx_phs_…'],
  ['two session keys in a row', session + session, 'phs_a1ba…'],
])('%s is masked', (_case, text, masked) => {
  expect(maskKeys(text)).toBe(masked);
  expect(maskKeys(masked)).toBe(masked);
});

test.each([
  'graphs_per_page_of_the_weekly_report_that_nobody_reads',
  'phx_reply',
  'phc_aProjectKeyIsPublicByNature',
  'phx_abcd…',
  '100%70 of C:\\u00e9',
])('%j is not a secret key and is not masked', (text) => {
  expect(maskEncodedKeys(text)).toBe(text);
});

test('masked JSON is the JSON of a masked value', () => {
  const prefixes = Object.values(keyFormats).map(({ prefix }) => prefix);
  const part = fc.oneof(
    fc.constantFrom(...prefixes, '\\', '\\u0070', '\\u005f', '%5c', '%70', 'hx_', '"', '\n'),
    fc.string(),
  );
  const text = fc.array(part, { maxLength: 20 }).map((parts) => `${parts.join('')}phx_abcdefgh`);
  fc.assert(
    fc.property(text, text, (name, value) => {
      const masked: unknown = JSON.parse(maskKeys(JSON.stringify({ [name]: [value] })));
      expect(JSON.stringify(masked)).not.toContain('phx_abcdefgh');
    }),
    { numRuns: 2000 },
  );
});

test.each(['base64', 'base64url'] as const)('a key is found in %s, at each alignment', (encoding) => {
  for (const before of ['', '1', '12', '123']) {
    const text = Buffer.from(`${before}phx_abcdefgh`).toString(encoding);
    expect(holdsKeyInBase64(`data=${encodeURIComponent(text)}`)).toBe(true);
    expect(maskEncodedKeys(`Basic ${text}`)).toBe('Basic (hidden)');
  }
  for (let length = 3000; length < 3100; length += 1) {
    const text = Buffer.from(`${'x'.repeat(length)}phx_abcdefgh`).toString(encoding);
    expect(maskEncodedKeys(`data=${text}`)).toBe('data=(hidden)');
  }
  expect(holdsKeyInBase64(Buffer.from('{"event":"a page was viewed"}').toString(encoding))).toBe(false);
});

test.each([
  ['backslashes', '\\'],
  ['percent signs', '%25'],
  ['prefixes', 'phx_'],
  ['beginnings of escapes', '\\u00'],
  ['a key without an end', 'a'],
  ['escaped letters of one', '\\u0070'],
  ['keys too short', 'phx_abc '],
  ['keys', 'phx_abcdefgh1 '],
])('2 MB of %s are masked without a quadratic step', (_case, unit) => {
  const text = `\\u0070%70phx_${unit.repeat((2 * 1024 * 1024) / unit.length)}`;
  // A quadratic step takes half an hour on 2 MB. CPU time, because the machine may be busy.
  const start = process.cpuUsage();
  maskKeys(text);
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1e6).toBeLessThan(10);
});
