import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { addressProblem, lookupFor } from './address.ts';

test.each([
  ['https://hooks.example.com/x', false],
  ['https://hooks.example.com/x', true],
  ['http://127.0.0.1:1', true],
  ['http://localhost:1', true],
  ['http://[::1]:1', true],
])('%s with local addresses allowed (%s) is valid', (url, allowLocal) => {
  expect(addressProblem(url, allowLocal, 'address')).toBeNull();
});

test.each(['http://hooks.example.com/x', 'ftp://example.com', 'nonsense', 'https://user:pass@example.com'])(
  '%s is invalid, even with local addresses allowed',
  (url) => {
    expect(addressProblem(url, true, 'address')).not.toBeNull();
  },
);

test.each([
  'http://127.0.0.1:1',
  'https://127.0.0.1',
  'https://2130706433',
  'https://0x7f.1',
  'https://localhost',
  'https://[::1]',
  'https://[::ffff:127.0.0.1]',
  'https://10.1.2.3',
  'https://192.168.0.9',
  'https://[fd00::1]',
  'https://169.254.169.254/latest/meta-data',
  'https://[::7f00:1]',
  'https://[64:ff9b:1::7f00:1]',
  'https://[2002:7f00:1::]',
  'https://[fec0::1]',
  'https://192.88.99.1',
])('%s is invalid unless local addresses are allowed', (url) => {
  expect(addressProblem(url, false, 'address')).not.toBeNull();
});

const resolved: [addresses: string[], isRefused: boolean][] = [
  [['93.184.216.34'], false],
  [['127.0.0.1'], true],
  [['93.184.216.34', '10.0.0.1'], true],
  [['2606:2800:220:1::1'], false],
  [['fe80::1'], true],
  [['::ffff:192.168.1.1'], true],
  [['::127.0.0.1'], true],
  [['2002:7f00:1::'], true],
];
test.each(resolved)('a name that resolves to %j is refused: %s', (addresses, isRefused) => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const look = lookupFor(false, (_host, _options, done) => done(null, found));
  const answers: unknown[] = [];
  for (const all of [true, false]) look('hooks.example.com', { all }, (error, answer) => answers.push(error ?? answer));
  const text = answers.map(String).join();
  if (isRefused) expect(text).toMatch(/not allow.*not allow/);
  else expect(answers).toEqual([found, found[0]?.address]);
});
