import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser, howToInstall } from './scripts/browser.ts';

// Found once and handed to the workers, which load this file again.
const executablePath = process.env.BENCHTOP_BROWSER ?? findBrowser();
if (executablePath === undefined) throw new Error(howToInstall);
process.env.BENCHTOP_BROWSER = executablePath;

/** Journeys through the built app: `npm run build` first; `npm test` does. */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: '**/desktop/**',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line']],
  use: {
    headless: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    viewport: { width: 1360, height: 860 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath, args: browserArgs },
  },
});
