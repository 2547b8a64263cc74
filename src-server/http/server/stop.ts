import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Interval, ms, for closing connections that became idle. */
const closeIdleEveryMs = 20;

/**
 * Prepares stopping a server that does not listen yet. The returned function accepts no new connections, closes idle ones and
 * waits for open requests. After `graceMs` it cuts the rest and returns their number.
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
    // Node counts a connection as idle only after its first request; browsers open some in advance.
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
