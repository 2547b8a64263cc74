import { type AddressInfo, createServer, isIP, type LookupFunction } from 'node:net';
import { expect, test } from 'vitest';
import { postJson } from './post.ts';

/** Opens a loopback port that counts connections, and resolves names as the test says: nothing leaves this machine. */
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

test('a name that resolves to this machine is refused a connection', async () => {
  const { post, connections, close } = await trap(['127.0.0.1']);
  expect(await post(false)).toMatchObject({ error: expect.stringContaining('not allowed'), statusCode: null });
  expect(connections()).toBe(0);
  close();
});

test('an answer that is not HTTP is called that', async () => {
  const server = createServer((socket) => socket.end('220 mail.example.com ESMTP\r\n'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  expect(await postJson(url, {}, true, new AbortController().signal)).toEqual({
    statusCode: null,
    error: 'The answer is not HTTP (HPE_INVALID_CONSTANT).',
    isFinal: false,
  });
  server.close();
});

test('the connection uses the checked address: a name is resolved once per attempt', async () => {
  const { post, asked, connections, close } = await trap(['127.0.0.1', '127.0.0.2']);
  await post(true);
  expect({ asked, connections: connections() }).toEqual({ asked: ['hooks.example.com'], connections: 1 });
  close();
});
