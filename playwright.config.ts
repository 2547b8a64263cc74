import { defineConfig } from '@playwright/test';
import { browserArgs, findBrowser, howToInstall } from './scripts/lib/browser.ts';
import { compileCache } from './scripts/lib/compile-cache.ts';

// Found once and handed to the workers, which load this file again.
const executablePath = process.env.BENCHTOP_BROWSER ?? findBrowser();
if (executablePath === undefined) throw new Error(howToInstall);
process.env.BENCHTOP_BROWSER = executablePath;
process.env.NODE_COMPILE_CACHE ??= compileCache;

/** Journeys through the built app: `npm run build` first; `npm test` does. */
export default defineConfig({
  testDir: 'e2e',
  // Not by a glob: a checkout may lie in a folder of that name.
  testIgnore: /[\\/]e2e[\\/]desktop[\\/]/,
  outputDir: 'test-results',
  // One more than the cores of a small machine: many journeys wait, for a debounce, a poll or a server that comes back.
  workers: 3,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['line']],
  use: {
    headless: true,
    // Frames of transitions cost a tenth of a page's processor time, and no test looks at one.
    contextOptions: { reducedMotion: 'reduce' },
    // A control that is not there is said with its line, long before the test's own limit.
    actionTimeout: 30_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    viewport: { width: 1360, height: 860 },
    // A trace doubles the time of a test; ask for one with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A page lives for seconds: optimizing its code, by either compiler, costs more processor time than it saves. Nor is there a
    // graphics card, and imitating one takes a tenth of it.
    launchOptions: { executablePath, args: [...browserArgs, '--js-flags=--no-opt,--no-maglev', '--disable-gpu'] },
  },
});
