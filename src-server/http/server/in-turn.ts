import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

const latest = new WeakMap<Duplex, ServerResponse>();
/** The response that another one of its connection waits for. */
const previous = new WeakMap<ServerResponse, ServerResponse>();

/**
 * Handles the requests of a connection one at a time. Node delivers all pipelined requests at once: a client that sends thousands
 * and reads nothing then costs one answer.
 */
export function inTurn(handle: Handle): Handle {
  return (request, response) => {
    const { socket } = request;
    const before = latest.get(socket);
    latest.set(socket, response);
    if (before === undefined || before.writableFinished) return handle(request, response);
    if (socket.destroyed) return;
    previous.set(response, before);
    before.once('close', () => {
      previous.delete(response);
      if (!socket.destroyed) handle(request, response);
    });
  };
}

/** Returns the response under way to the last request that a connection sent whole. */
export function openResponse(socket: Duplex): ServerResponse | undefined {
  const newest = latest.get(socket);
  const response = newest?.req.complete === false ? previous.get(newest) : newest;
  return response?.writableFinished ? undefined : response;
}
