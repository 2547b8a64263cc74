import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** How often, in ms, connections whose requests were answered meanwhile are closed. */
const closeIdleEveryMs = 20;

/**
 * Prepares the stop of a server that does not listen yet. The function it returns takes no new connection, closes idle ones, also
 * those that never sent a request, and waits for the requests under way. After `graceMs` it cuts what is left, and answers how
 * many connections that were.
 */
export function prepareStop(server: Server): (graceMs: number) => Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return async (graceMs) => {
    let cut = 0;
    const closed = new Promise((resolve) => server.close(resolve));
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    // To Node a connection is idle only after its first request; a browser opens some in advance.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    const closingIdle = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
    const deadline = setTimeout(() => {
      cut = sockets.size;
      server.closeAllConnections();
    }, graceMs);
    await closed;
    clearInterval(closingIdle);
    clearTimeout(deadline);
    return cut;
  };
}
