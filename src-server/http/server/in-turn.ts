import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Handles the requests of one connection one after the other, the order in which their answers leave anyway. Node hands over all
 * that a client has sent ahead: so one that sends thousands and reads nothing has one answer made, and none once it is gone.
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
