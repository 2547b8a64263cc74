import type { Server } from 'node:http';

/** The server cannot listen there; the message says why and what to do. */
export class ListenError extends Error {
  override name = 'ListenError';
}

/** Another program uses the port. */
export class PortBusyError extends ListenError {
  override name = 'PortBusyError';

  constructor(port: number) {
    super(`Port ${port} is taken by another program. Choose another one with --port.`);
  }
}

/** Starts listening; port 0 picks a free one. Rejects with ListenError where the cause is known. */
export function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toListenError(error, port, host)));
    server.listen(port, host, resolve);
  });
}

function toListenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new PortBusyError(port);
    case 'EACCES':
    case 'EPERM':
      return new ListenError(`This user may not listen on port ${port}. Choose one from 1024 on with --port.`);
    case 'EADDRNOTAVAIL':
    case 'EAFNOSUPPORT':
    case 'EINVAL':
      return new ListenError(`This machine has no address ${host}. Choose one of its addresses with --host.`);
    default:
      if (error.syscall !== 'getaddrinfo') return error;
      return new ListenError(`The host name ${host} is not known. Give an address of this machine with --host.`);
  }
}
