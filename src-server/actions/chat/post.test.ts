import { type AddressInfo, createServer, isIP, type LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { postJson, publicOnly, urlProblem } from './post.ts';

test.each([
  ['https://hooks.example.com/x', false],
  ['https://hooks.example.com/x', true],
  ['http://127.0.0.1:1', true],
  ['http://localhost:1', true],
  ['http://[::1]:1', true],
])('%s with local addresses allowed (%s) is usable', (url, allowLocal) => {
  expect(urlProblem(url, allowLocal)).toBeNull();
});

test.each(['http://hooks.example.com/x', 'ftp://example.com', 'nonsense', 'https://user:pass@example.com'])(
  '%s is not usable, even with local addresses allowed',
  (url) => {
    expect(urlProblem(url, true)).not.toBeNull();
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
])('%s is not usable without local addresses allowed', (url) => {
  expect(urlProblem(url, false)).not.toBeNull();
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
  const look = publicOnly((_host, _options, done) => done(null, found));
  const answers: unknown[] = [];
  for (const all of [true, false]) look('hooks.example.com', { all }, (error, answer) => answers.push(error ?? answer));
  const text = answers.map(String).join();
  if (isRefused) expect(text).toMatch(/not allow.*not allow/);
  else expect(answers).toEqual([found, found[0]?.address]);
});

/** A loopback port that counts who connects, and names that resolve to what the test says: nothing leaves this machine. */
async function trap(addresses: string[]) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const asked: string[] = [];
  const resolve: LookupFunction = (host, _options, done) => {
    asked.push(host);
    const address = addresses[Math.min(asked.length, addresses.length) - 1] ?? '';
    done(null, [{ address, family: isIP(address) }]);
  };
  const post = (allowLocal: boolean) => {
    const url = `https://hooks.example.com:${(server.address() as AddressInfo).port}/`;
    return postJson(url, {}, allowLocal, new AbortController().signal, resolve);
  };
  return { post, asked, connections: () => connections, close: () => server.close() };
}

test('a name that resolves to this machine is not connected to', async () => {
  const { post, connections, close } = await trap(['127.0.0.1']);
  expect(await post(false)).toMatchObject({ error: expect.stringContaining('not allowed'), statusCode: null });
  expect(connections()).toBe(0);
  close();
});

test('the connection goes to the address that was checked: a name is resolved once an attempt', async () => {
  const { post, asked, connections, close } = await trap(['127.0.0.1', '127.0.0.2']);
  await post(true);
  expect({ asked, connections: connections() }).toEqual({ asked: ['hooks.example.com'], connections: 1 });
  close();
});
