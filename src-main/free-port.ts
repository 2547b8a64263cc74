const neighbours = 20;

const isPortBusy = (error: unknown) => error instanceof Error && error.name === 'PortBusyError';

/**
 * Starts on `port`; when it is taken and `anyPort` holds, on the next free one, and at last on whichever the system has
 * (port 0). Other errors are the caller's.
 */
export async function startOnFreePort<Server>(
  port: number,
  anyPort: boolean,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  if (!anyPort || port === 0) return start(port);
  for (let candidate = port; candidate <= Math.min(port + neighbours, 65_535); candidate += 1) {
    try {
      return await start(candidate);
    } catch (error) {
      if (!isPortBusy(error)) throw error;
    }
  }
  return start(0);
}
