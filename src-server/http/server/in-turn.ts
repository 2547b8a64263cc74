import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Handle } from './target.ts';

/**
 * Handles the requests of a connection one at a time. Node delivers all pipelined requests at once: a client that sends thousands
 * and reads nothing then costs one answer.
 */
export function inTurn(handle: Handle): Handle {
  const latest = new WeakMap<Socket, ServerResponse>();
  return (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    latest.set(socket, response);
    if (before === undefined || before.writableFinished) handle(request, response);
    else if (!socket.destroyed) before.once('close', () => socket.destroyed || handle(request, response));
  };
}
