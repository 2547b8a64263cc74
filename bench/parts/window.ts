import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowser, howToInstall } from '../../scripts/lib/browser.ts';
import { firstScreen, totalBytes } from '../../scripts/lib/first-screen.ts';
import { post } from '../api.ts';
import type { Bench } from '../bench.ts';
import { median } from '../figures/numbers.ts';
import { load, projectKey, type Server, startBenchtop } from '../processes.ts';
import { pause } from '../rounds.ts';
import { frameTime, traceCategories } from './window-trace.ts';

const loads = 5;
const seconds = 12;
const eventsPerSecond = 2_000;
const batchSize = 100;

/**
 * Measures what a browser loads of the window before any click, when it first shows something, and what Live costs its main
 * thread.
 */
export async function measureWindow(bench: Bench): Promise<void> {
  const executablePath = findBrowser();
  if (executablePath === undefined) {
    for (const figure of ['first-screen', 'first-paint', 'window-frames'] as const)
      bench.skip(figure, '', howToInstall);
    return;
  }
  await bench.rounds(async () => {
    await using server = await startBenchtop();
    await using browser = await chromium.launch({ executablePath, args: browserArgs });
    await load({ url: server.url, key: projectKey, connections: 1, seconds: 1, size: batchSize, stream: 1 });
    bench.record('first-screen', '', totalBytes(firstScreen()) / 1000);
    const paints: number[] = [];
    for (let count = 0; count < loads; count++) paints.push(await firstPaint(browser, server));
    bench.record('first-paint', '', median(paints));
    await measureFrames(bench, browser, server);
  });
}

/** Returns the time since the navigation of a browser without a cache, ms. */
async function firstPaint(browser: Browser, server: Server): Promise<number> {
  const { page, context } = await openLive(browser, server);
  const time = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime);
  await context.close();
  return time ?? Number.NaN;
}

/** Sends half of the events alone and half in batches, while the page draws every frame. */
async function measureFrames(bench: Bench, browser: Browser, server: Server): Promise<void> {
  const { page, context } = await openLive(browser, server);
  // The preloaded parts of the page are there by then.
  await pause(4_000);
  await browser.startTracing(page, { categories: traceCategories });
  await page.evaluate(() => {
    const draw = () => void requestAnimationFrame(draw);
    draw();
  });
  const options = { url: server.url, key: projectKey, seconds, pace: eventsPerSecond / 2 };
  const sent = await Promise.all([
    load({ ...options, connections: 8, size: 1, stream: 2 }),
    load({ ...options, connections: 2, size: batchSize, stream: 3 }),
  ]);
  const time = frameTime((await browser.stopTracing()).toString());
  const arrived = sent.reduce((sum, { acknowledged }) => sum + acknowledged, 0) / seconds;
  bench.record('window-frames', `${Math.round(arrived / 100) * 100} events/s arrived`, time);
  await context.close();
}

/** Opens the Live page by a link, in a context of its own: without a cache. */
async function openLive(browser: Browser, server: Server): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const { url } = (await post(`${server.url}/api/session/links/`, {})) as { url: string };
  await page.goto(url.replace('/#', '/live#'));
  await page.getByRole('option').first().waitFor();
  return { page, context };
}
