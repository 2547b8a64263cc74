import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { type Loopback, serve } from './loopback.ts';

/** The part of posthog-js that an app uses, the same in all versions. */
type Sdk = {
  init: (key: string, options: Record<string, unknown>) => void;
  capture: (event: string, properties?: object, options?: object) => void;
  identify: (id: string, properties?: object) => void;
  alias: (alias: string) => void;
  group: (type: string, key: string, properties?: object) => void;
  /** Returns how to stop; 1.57 returns nothing. */
  onFeatureFlags: (callback: () => void) => () => void;
  reloadFeatureFlags: () => void;
  getFeatureFlag: (key: string, options?: { send_event: boolean }) => boolean | string | undefined;
  getFeatureFlagPayload: (key: string) => unknown;
  isFeatureEnabled: (key: string, options?: { send_event: boolean }) => boolean | undefined;
};
declare global {
  interface Window {
    posthog: Sdk;
  }
}

/** The builds of posthog-js that a bundler would take. */
export const sdkBuilds = {
  newest: 'posthog-js/dist/module.mjs',
  '1.57': 'posthog-js-1-57/dist/es.js',
};

/** An app that bundles posthog-js: the page has it as `window.posthog`, not yet started. */
const page = `<!doctype html>
<html lang="en">
  <head><title>Shop</title><link rel="icon" href="data:," /></head>
  <body>
    <button type="button">Buy</button>
    <script type="module">
      import posthog from '/sdk.js';
      window.posthog = posthog;
    </script>
  </body>
</html>`;

/** An app in its own tab, with all SDK requests to the server: `POST 200 /flags/`. */
export type App = { page: Page; asked: string[]; leave: () => Promise<void> };

export async function openApp(context: BrowserContext, build: string, serverUrl: string): Promise<App> {
  return openShop(context, await startShop(page, build), serverUrl);
}

/** Opens an app that has posthog-js by a snippet in its head. */
export async function openSnippetApp(context: BrowserContext, snippet: string, serverUrl: string): Promise<App> {
  return openShop(context, await startShop(page.replace(/<script.*<\/script>/s, () => snippet)), serverUrl);
}

async function openShop(context: BrowserContext, shop: Loopback, serverUrl: string): Promise<App> {
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('response', (response) => {
    const { origin, pathname } = new URL(response.url());
    if (origin === serverUrl) asked.push(`${response.request().method()} ${response.status()} ${pathname}`);
  });
  await page.goto(shop.url);
  await page.waitForFunction(() => window.posthog !== undefined);
  const leave = async () => {
    await page.goto('about:blank');
    await page.waitForTimeout(200);
    await page.close();
    await shop.close();
  };
  return { page, asked, leave };
}

/** Serves a page of its own origin, the same on every path, and the script that it may bundle. */
export async function startShop(html: string, build?: string): Promise<Loopback> {
  const sdk = build === undefined ? '' : await readFile(resolve(import.meta.dirname, '../node_modules', build));
  return serve((request, response) => {
    if (request.url === '/sdk.js') response.setHeader('Content-Type', 'text/javascript').end(sdk);
    else response.setHeader('Content-Type', 'text/html').end(html);
  });
}
