import { defineConfig } from 'vitest/config';
import { compileCache } from './scripts/lib/compile-cache.ts';

/**
 * Tests stand beside what they test. Forks, not threads: better-sqlite3 is native, and many tests start real servers
 * with worker threads of their own. An unhandled rejection fails the run (Vitest's default, kept on purpose).
 */
export default defineConfig({
  test: {
    include: ['{src-cli,src-main,src-renderer,src-server,bench,scripts}/**/*.test.{ts,tsx}'],
    globalSetup: [
      'scripts/lib/test-folder.ts',
      'src-server/testing/api-description.ts',
      'src-server/testing/moved-events.ts',
    ],
    setupFiles: ['scripts/lib/vitest-setup.ts'],
    environment: 'node',
    pool: 'forks',
    // Modules keep no state, so files can share them: loading the server for each file took a fourth of the time.
    isolate: false,
    // One more than the cores of a small machine: some files mostly wait, for a timer of the server or for its start.
    maxWorkers: 3,
    // A server starts in a seventh less processor time when its first objects need no collection.
    execArgv: ['--min-semi-space-size=16'],
    env: { NODE_COMPILE_CACHE: compileCache },
    // The built server is loaded as Node does.
    server: { deps: { external: [/\/out\/main\//] } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: false,
    passWithNoTests: false,
    restoreMocks: true,
  },
});
