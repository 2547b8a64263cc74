import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A server of the test's own beside Benchtop. */
export type Loopback = { url: string; close: () => Promise<void> };

/** Serves on this machine, on any free port unless it is named. `answer` is called once the request is whole. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse, body: Buffer) => unknown,
  port = 0,
): Promise<Loopback> {
  const server = createServer(async (request, response) => {
    answer(request, response, await buffer(request));
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
