import { startServer } from '#server/index.ts';
import { startOnFreePort } from './free-port.ts';
import type { Command, LinkCommand, Report, StartCommand } from './server-messages.ts';

const report = (message: Report) => process.parentPort.postMessage(message);

let server: ReturnType<typeof startServer> | null = null;

async function start(command: StartCommand): Promise<void> {
  const { dataDir, rendererDir, anyPort } = command;
  server = startOnFreePort(command.port, anyPort, (port) =>
    startServer({ dataDir, rendererDir, port, host: '127.0.0.1', isAlone: true }),
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
  // Exits in a later turn, so that the report is sent first.
  setTimeout(() => process.exit(1), 50);
}

process.parentPort.on('message', ({ data }: { data: Command }) => {
  if (data.type === 'start') start(data).catch(fail);
  else if (data.type === 'link') void makeLink(data);
  else void close();
});
process.on('SIGTERM', close);
// Ctrl-C in the terminal reaches the whole process group; the shell receives it too and requests the close.
process.on('SIGINT', () => {});
