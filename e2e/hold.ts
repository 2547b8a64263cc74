import type { Page, Route } from '@playwright/test';

/** Holds the requests that match until `release` is called. */
export async function hold(page: Page, matches: (route: Route) => boolean) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    if (!matches(route)) return route.fallback();
    held();
    await released;
    return route.continue();
  });
  return { isHeld, release };
}
