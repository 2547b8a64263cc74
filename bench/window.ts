import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArgs, findBrowser, howToInstall } from '../scripts/lib/browser.ts';
import { firstScreen, type LoadedFile } from '../scripts/lib/first-screen.ts';
import { post } from './api.ts';
import { median } from './figures/numbers.ts';
import { load, projectKey, type Server, startBenchtop } from './processes.ts';
import { pause } from './rounds.ts';
import { type Frames, framesOf, type Spread, spreadOf, traceCategories } from './window-trace.ts';

/** Times in ms; paints are medians, since the navigation of a browser without a cache. */
export type WindowFigures = {
  firstPaint: number;
  largestPaint: number;
  /** When the list showed the first event. */
  firstRow: number;
  /** Scripts and style sheets by gzip; their limit is `maxFirstScreen`. */
  firstScreen: LoadedFile[];
  /** Events acknowledged per second while the frames were counted, half of them sent alone and half in batches. */
  eventsPerSecond: number;
  /** Main-thread cost of the Live page. */
  frames: Frames;
  /** Wall time between frames: what a reader sees on a machine that also runs the server and the load. */
  intervals: Spread;
  /** Events in the list at the end, and the JavaScript heap in MiB that they leave. */
  loaded: number;
  heap: number;
};

const loads = 5;
const seconds = 12;
const eventsPerSecond = 2_000;
const batchSize = 100;

declare global {
  interface Window {
    /** Kept by the script that the bench adds to the page. */
    benchtopBench: { firstRow: number; largestPaint: number; frames: number[] };
  }
}

/** Measures the window in a headless browser: how soon it is drawn, and what the Live page does while events arrive. */
export async function measureWindow(): Promise<WindowFigures> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error(howToInstall);
  const server = await startBenchtop();
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    await load({ url: server.url, key: projectKey, connections: 1, seconds: 1, size: batchSize, stream: 1 });
    const paints: Paint[] = [];
    for (let count = 0; count < loads; count++) paints.push(await measurePaint(browser, server));
    const of = (pick: (paint: Paint) => number) => median(paints.map(pick));
    return {
      firstPaint: of((paint) => paint.firstPaint),
      largestPaint: of((paint) => paint.largestPaint),
      firstRow: of((paint) => paint.firstRow),
      firstScreen: firstScreen(),
      ...(await measureFrames(browser, server)),
    };
  } finally {
    await browser.close();
    await server.stop();
  }
}

type Paint = Pick<WindowFigures, 'firstPaint' | 'largestPaint' | 'firstRow'>;

async function measurePaint(browser: Browser, server: Server): Promise<Paint> {
  const { page, context } = await openLive(browser, server);
  // The largest part may be painted after the first row.
  await pause(500);
  const paint = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    largestPaint: window.benchtopBench.largestPaint,
    firstRow: window.benchtopBench.firstRow,
  }));
  await context.close();
  return paint;
}

async function measureFrames(browser: Browser, server: Server) {
  const { page, context } = await openLive(browser, server);
  // The preloaded parts of the page are there by then.
  await pause(4_000);
  await browser.startTracing(page, { categories: traceCategories });
  await page.evaluate(countFrames);
  const options = { url: server.url, key: projectKey, seconds, pace: eventsPerSecond / 2 };
  const sent = await Promise.all([
    load({ ...options, connections: 8, size: 1, stream: 2 }),
    load({ ...options, connections: 2, size: batchSize, stream: 3 }),
  ]);
  const times = await page.evaluate(() => window.benchtopBench.frames);
  const frames = framesOf((await browser.stopTracing()).toString());
  // Everything sent is drawn.
  await pause(1_000);
  const figures = {
    eventsPerSecond: sent.reduce((sum, { acknowledged }) => sum + acknowledged, 0) / seconds,
    frames,
    intervals: spreadOf(times.slice(1).map((time, index) => time - (times[index] ?? time))),
    loaded: await loadedEvents(page),
    heap: await usedHeap(page),
  };
  await context.close();
  return figures;
}

/** Opens the Live page by a link, in a context of its own: without a cache. */
async function openLive(browser: Browser, server: Server): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(watchPaint);
  const { url } = (await post(`${server.url}/api/session/links/`, {})) as { url: string };
  await page.goto(url.replace('/#', '/live#'));
  await page.getByRole('option').first().waitFor();
  return { page, context };
}

function watchPaint(): void {
  window.benchtopBench = { firstRow: Number.NaN, largestPaint: Number.NaN, frames: [] };
  new PerformanceObserver((list) => {
    window.benchtopBench.largestPaint = list.getEntries().at(-1)?.startTime ?? Number.NaN;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  const observer = new MutationObserver(() => {
    if (document.querySelector('[role=option]') === null) return;
    window.benchtopBench.firstRow = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
}

function countFrames(): void {
  const count = (time: number) => {
    window.benchtopBench.frames.push(time);
    requestAnimationFrame(count);
  };
  requestAnimationFrame(count);
}

async function loadedEvents(page: Page): Promise<number> {
  const text = await page.getByText(/ events? loaded/).innerText();
  return Number(/([\d,]+) events? loaded/.exec(text)?.[1]?.replaceAll(',', ''));
}

async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}
