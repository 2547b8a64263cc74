/** Loaded with `node --import`: gives a forked Node process the `process.parentPort` of a utility process. */
process.parentPort = {
  on: (_event: string, listener: (event: { data: unknown }) => void) =>
    process.on('message', (data) => listener({ data })),
  postMessage: (message: unknown) => process.send?.(message),
} as unknown as typeof process.parentPort;

// A utility process does not outlive the app.
process.on('disconnect', () => process.exit(1));
