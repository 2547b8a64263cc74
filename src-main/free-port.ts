const neighbors = 20;

const isPortBusy = (error: unknown) => error instanceof Error && error.name === 'PortBusyError';

/**
 * Starts on `port`. If it is busy and `anyPort` is set, tries the next ones, then lets the system choose (port 0). Rethrows other
 * errors.
 */
export async function startOnFreePort<Server>(
  port: number,
  anyPort: boolean,
  start: (port: number) => Promise<Server>,
): Promise<Server> {
  if (!anyPort || port === 0) return start(port);
  for (let candidate = port; candidate <= Math.min(port + neighbors, 65_535); candidate += 1) {
    try {
      return await start(candidate);
    } catch (error) {
      if (!isPortBusy(error)) throw error;
    }
  }
  return start(0);
}
