import { expect } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { test } from './fixtures.ts';

test('an unknown address says so, also with a number in place of an id', async ({ open, visit, page }) => {
  await open('/live');
  for (const path of ['/nowhere', '/experiments/saved-metrics', '/feature-flags/1e3', '/actions/0', '/persons/-1']) {
    await visit(path);
    await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeVisible();
    await expect(page).toHaveTitle('Page not found · Benchtop');
  }
  await expect(page.getByRole('heading', { name: 'Page not found', level: 1 })).toBeFocused();
  await expectAccessible(page);
});

test('a mistyped address opens the window, with its menu', async ({ open, page, server, allowError }) => {
  allowError(/status of 404/);
  await open('/live');
  for (const path of ['/nowhere', '/settings/nowhere', '/persons/7/8']) {
    await page.goto(`${server.url}${path}`);
    await expect(page).toHaveURL(/project=/);
    await expect(page.getByText('Page not found')).toBeVisible();
  }
  await page.getByRole('link', { name: 'Experiments' }).click();
  await expect(page.getByRole('heading', { name: 'Experiments', exact: true })).toBeVisible();
});
