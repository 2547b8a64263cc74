import { defineConfig } from 'vitest/config';

/**
 * Tests stand beside what they test. Forks, not threads: better-sqlite3 is native, and many tests start real servers
 * with worker threads of their own. An unhandled rejection fails the run (Vitest's default, kept on purpose).
 */
export default defineConfig({
  test: {
    include: ['{src-main,src-renderer,src-server,bench,scripts}/**/*.test.{ts,tsx}'],
    setupFiles: ['scripts/vitest-setup.ts'],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    dangerouslyIgnoreUnhandledErrors: false,
    passWithNoTests: false,
    restoreMocks: true,
  },
});
