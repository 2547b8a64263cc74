import type { AddressInfo, Server } from 'node:net';

/** Lets a server listen on a free port of this machine; returns its address. */
export async function listenLocally(server: Server): Promise<string> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
