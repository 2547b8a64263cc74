/** `node --import` of this file: a forked Node process has the `process.parentPort` of a utility process. */
process.parentPort = {
  on: (_event: string, listener: (event: { data: unknown }) => void) =>
    process.on('message', (data) => listener({ data })),
  postMessage: (message: unknown) => process.send?.(message),
} as unknown as typeof process.parentPort;

// A utility process does not outlive the app.
process.on('disconnect', () => process.exit(1));
