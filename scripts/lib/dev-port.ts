import { createServer } from 'node:net';
import { defaultPort } from '../../src-server/defaults.ts';

/** Returns the port of the API in development, known to the proxy before either is started. */
export async function devPort(): Promise<number> {
  const preferred = Number(process.env.BENCHTOP_PORT ?? defaultPort);
  return (await tryPort(preferred)) ?? freePort();
}

/** Returns a port that no program of this machine uses now. */
export async function freePort(): Promise<number> {
  return (await tryPort(0)) ?? 0;
}

function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}
