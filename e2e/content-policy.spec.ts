import { expect } from '@playwright/test';
import { themes } from './accessibility.ts';
import { test } from './fixtures.ts';

const pages = [
  '/live',
  '/experiments',
  '/experiments/new',
  '/actions',
  '/actions/new',
  '/feature-flags',
  '/feature-flags/new',
  '/persons',
];
const settings = ['/groups', '/settings', '/settings/appearance', '/api/docs/'];

/** A loaded page has its styles from the start, a visited one adds them. The API document is no page of the app. */
const loaded = ['/live', '/experiments/new', '/api/docs/'];

test('every main page keeps its styles under the policy, in either theme', async ({
  server,
  open,
  page,
  visit,
  picture,
}) => {
  await server.capture({ event: 'seen', distinct_id: 'ann' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await open('/live');
  for (const path of [...pages, ...settings]) {
    if (loaded.includes(path)) await page.goto(server.url + path);
    else await visit(path);
    for (const colorScheme of themes.toReversed()) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('h1, h2').first()).toBeVisible();
      // Every <style> was admitted: a refused one has no sheet.
      const refused = await page
        .locator('style')
        .evaluateAll(
          (styles) => styles.filter((style) => style instanceof HTMLStyleElement && style.sheet === null).length,
        );
      expect(refused, `${path}, ${colorScheme}`).toBe(0);
      await picture(`policy${path.replaceAll('/', '-')}-${colorScheme}`);
    }
  }
});

test('an inline style and an inline script are refused, and fail a test', async ({ open, allowError }) => {
  allowError(/Content Security Policy/);
  const page = await open('/settings');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const violations = page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const seen: string[] = [];
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          seen.push(effectiveDirective);
          if (seen.length === 2) resolve(seen.sort());
        });
        for (const name of ['style', 'script']) {
          const element = document.createElement(name);
          element.textContent = name === 'style' ? 'body { color: red }' : 'window.ran = true';
          document.head.append(element);
        }
      }),
  );
  expect(await violations).toEqual(['script-src-elem', 'style-src-elem']);
});
