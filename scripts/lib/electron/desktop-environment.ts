import { parseArgs } from 'node:util';

const options = { port: { type: 'string' }, 'data-dir': { type: 'string' } } as const;

/** Passes the arguments of `npm start` in the environment, as the desktop app takes none. Throws for those that it would ignore. */
export function desktopEnvironment(args: string[]): NodeJS.ProcessEnv {
  const { BENCHTOP_PORT, BENCHTOP_DATA_DIR } = process.env;
  const { port = BENCHTOP_PORT, 'data-dir': dataDir = BENCHTOP_DATA_DIR } = valuesOf(args);
  return { ...process.env, BENCHTOP_PORT: port, BENCHTOP_DATA_DIR: dataDir };
}

function valuesOf(args: string[]) {
  try {
    return parseArgs({ args, options }).values;
  } catch {
    throw new Error(
      `The desktop app takes --port <number> and --data-dir <folder>, not ${args.join(' ')}. npm run serve takes more options.`,
    );
  }
}
