import { ensureBuild } from './lib/build.ts';
import { endWithNpm } from './lib/end-with-npm.ts';
import { runCli } from './lib/run-cli.ts';
import { restartWithEnv } from './lib/server-flags.ts';

/** The command line `benchtop` (`src-cli/`), built before if needed: for `npx benchtop`, `npm run serve` and `npm run simulate`. */
const args = process.argv.slice(2);
if (args[0] === 'serve') restartWithEnv();
endWithNpm();
try {
  // A program may read the output. Completions must not wait for a build.
  if (args[0] !== 'complete') await ensureBuild(console.error);
} catch (error) {
  console.error((error as Error).message);
  process.exit(2);
}
await runCli(args);
