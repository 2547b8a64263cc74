import { startServer } from '#server/index.ts';
import type { DesktopSession } from './bridge.ts';
import { startOnFreePort } from './free-port.ts';
import type { ServerAddress } from './server.ts';

export type StartCommand = {
  type: 'start';
  dataDir: string;
  rendererDir: string;
  port: number;
  /** Whether another port will do when this one is taken; not after a restart, when SDKs already know the port. */
  anyPort: boolean;
  /** Session of this run of the app; null at its first start, when the server makes it. */
  session: DesktopSession | null;
};

/** Answered by the report of the same `id`. */
export type LinkCommand = { type: 'link'; id: number };
export type Command = StartCommand | LinkCommand | { type: 'close' };

/** `url` is the address of the other Benchtop when the data folder is taken. */
export type Report =
  | { type: 'listening'; address: ServerAddress }
  | { type: 'link'; id: number; url: string }
  | { type: 'failed'; message: string; url: string | null };

const report = (message: Report) => process.parentPort.postMessage(message);

let server: ReturnType<typeof startServer> | null = null;

async function start(command: StartCommand): Promise<void> {
  const { dataDir, rendererDir, anyPort } = command;
  server = startOnFreePort(command.port, anyPort, (port) =>
    startServer({ dataDir, rendererDir, port, host: '127.0.0.1' }),
  );
  const { url, port, startDesktopSession } = await server;
  const busyPort = port === command.port || command.port === 0 ? null : command.port;
  report({ type: 'listening', address: { url, port, session: command.session ?? startDesktopSession(), busyPort } });
}

async function makeLink({ id }: LinkCommand): Promise<void> {
  const running = await server;
  if (running) report({ type: 'link', id, url: running.createLink().url });
}

async function close(): Promise<never> {
  const running = await server?.catch(() => null);
  await running?.close();
  process.exit(0);
}

function fail(error: Error & { url?: string }): void {
  report({ type: 'failed', message: error.message, url: error.url ?? null });
  // The report is on its way: an exit in the same turn could overtake it.
  setTimeout(() => process.exit(1), 50);
}

process.parentPort.on('message', ({ data }: { data: Command }) => {
  if (data.type === 'start') start(data).catch(fail);
  else if (data.type === 'link') void makeLink(data);
  else void close();
});
process.on('SIGTERM', close);
// A Ctrl-C in the terminal reaches the whole process group; the shell, which hears it too, says when to close.
process.on('SIGINT', () => {});
