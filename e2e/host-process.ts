import { join } from 'node:path';
import type { HostAnswer, HostRequest } from './host.ts';

type Server = { url: string; close(): Promise<void> };
type StartServer = (options: object) => Promise<Server>;

/** The program of a `ServerHost`: the built server, started and closed on request. It ends with its parent. */
const out = join(import.meta.dirname, '../out');
const { startServer } = (await import(join(out, 'main/server.js'))) as { startServer: StartServer };
const servers = new Map<string, Server>();

async function answer(request: HostRequest): Promise<HostAnswer> {
  const { id } = request;
  if ('start' in request) {
    const options = { ...request.start, host: '127.0.0.1', rendererDir: join(out, 'renderer') };
    const server = await startServer(options);
    servers.set(server.url, server);
    return { id, url: server.url };
  }
  await servers.get(request.close)?.close();
  servers.delete(request.close);
  return { id };
}

process.on('message', (request: HostRequest) => {
  answer(request).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ id: request.id, error: error.stack ?? error.message }),
  );
});
process.once('disconnect', () => process.exit(0));
