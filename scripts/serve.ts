import { ensureBuild } from './lib/build.ts';
import { endWithNpm } from './lib/end-with-npm.ts';
import { runHeadless } from './lib/headless.ts';

/** `npm run serve -- [flags]`: the server without a window; the flags are those of `src-server/cli.ts`. */
endWithNpm();
try {
  await ensureBuild();
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
await runHeadless(process.argv.slice(2));
