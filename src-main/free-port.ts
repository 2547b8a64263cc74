const neighbours = 20;

const isPortBusy = (error: unknown) => error instanceof Error && error.name === 'PortBusyError';

/** Starts on `port`; when it is taken and `anyPort` holds, on the next free one. Other errors are the caller's. */
export async function startOnFreePort<Server>(
  port: number,
  anyPort: boolean,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  const last = anyPort && port > 0 ? Math.min(port + neighbours, 65_535) : port;
  for (let candidate = port; candidate < last; candidate += 1) {
    try {
      return await start(candidate);
    } catch (error) {
      if (!isPortBusy(error)) throw error;
    }
  }
  return start(last);
}
