import { isIP } from 'node:net';
import { expect, test } from 'vitest';
import { publicOnly, urlProblem } from './post.ts';

const urls: [url: string, allowLocal: boolean, isUsable: boolean][] = [
  ['https://hooks.example.com/x', false, true],
  ['https://hooks.example.com/x', true, true],
  ['http://hooks.example.com/x', true, false],
  ['ftp://example.com', true, false],
  ['nonsense', true, false],
  ['https://user:pass@example.com', true, false],
  ['http://127.0.0.1:1', true, true],
  ['http://localhost:1', true, true],
  ['http://[::1]:1', true, true],
  ...['http://127.0.0.1:1', 'https://127.0.0.1', 'https://2130706433', 'https://0x7f.1', 'https://localhost'].map(
    (url) => [url, false, false] as [string, boolean, boolean],
  ),
  ...[
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://10.1.2.3',
    'https://192.168.0.9',
    'https://[fd00::1]',
  ].map((url) => [url, false, false] as [string, boolean, boolean]),
  ['https://169.254.169.254/latest/meta-data', false, false],
];
test.each(urls)('%s with local addresses allowed (%s) is usable: %s', (url, allowLocal, isUsable) => {
  expect(urlProblem(url, allowLocal) === null).toBe(isUsable);
});

const resolved: [addresses: string[], isRefused: boolean][] = [
  [['93.184.216.34'], false],
  [['127.0.0.1'], true],
  [['93.184.216.34', '10.0.0.1'], true],
  [['2606:2800:220:1::1'], false],
  [['fe80::1'], true],
  [['::ffff:192.168.1.1'], true],
];
test.each(resolved)('a name that resolves to %j is refused: %s', (addresses, isRefused) => {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const look = publicOnly((_host, _options, done) => done(null, found));
  const answers: unknown[] = [];
  for (const all of [true, false]) look('hooks.example.com', { all }, (error, answer) => answers.push(error ?? answer));
  const text = answers.map(String).join();
  if (isRefused) expect(text).toMatch(/not allow.*not allow/);
  else expect(answers).toEqual([found, found[0]?.address]);
});
