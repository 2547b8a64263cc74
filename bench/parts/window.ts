import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowser, howToInstall } from '../../scripts/lib/browser.ts';
import { post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { type Server, startBenchtop } from '../processes.ts';
import { pause } from '../rounds.ts';

const settleMs = 1000;

/** What a browser loads of the window before any click, and when it first shows something. */
export async function measureWindow(bench: Bench): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    for (const figure of ['first-screen', 'first-paint'] as const) bench.skip(figure, '', howToInstall);
    return;
  }
  const server = await startBenchtop();
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    await bench.rounds(async () => {
      const { kilobytes, paintedMs } = await openWindow(browser, server);
      bench.record('first-screen', '', kilobytes);
      bench.record('first-paint', '', paintedMs);
    });
  } finally {
    await Promise.all([browser.close(), server.stop()]);
  }
}

async function openWindow(browser: Browser, { url }: Server): Promise<{ kilobytes: number; paintedMs: number }> {
  const page = await browser.newPage();
  const sizes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (['script', 'stylesheet'].includes(response.request().resourceType())) {
      sizes.push(response.body().then((body) => gzipSync(body).length));
    }
  });
  try {
    const link = Object(await post(`${url}/api/session/links/`, {}));
    await page.goto(link.url);
    await page.getByRole('heading').first().waitFor();
    // What the first page loads later, without a click.
    await pause(settleMs);
    const bytes = await Promise.all(sizes);
    return { kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000, paintedMs: await firstPaint(page) };
  } finally {
    await page.close();
  }
}

/** Returns when the page first showed text or an image, ms after it was asked for. */
const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN);
