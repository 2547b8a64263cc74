import { defineConfig } from '@playwright/test';

/** The journey through the desktop app itself; `npm run e2e:desktop` starts it where Electron can run. */
// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration so.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/desktop',
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as ['json']] : [])],
});
