import { defineConfig } from '@playwright/test';

/** The journey through the desktop app itself; `npm run e2e:desktop` starts it, with the apps that can run. */
const apps = [
  { name: 'stand-in', runs: process.env.STAND_IN_CHROMIUM },
  { name: 'electron', runs: process.env.BENCHTOP_ELECTRON },
];

// biome-ignore lint/style/noDefaultExport: Playwright reads its configuration so.
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/desktop',
  projects: apps.filter(({ runs }) => runs !== undefined).map(({ name }) => ({ name })),
  // One screen, of which one window has the keyboard.
  workers: 1,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['json'] as ['json']] : [])],
});
