import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('an address without a page says so, also where a number stands for something stored', async ({
  open,
  visit,
  page,
}) => {
  await open('/live');
  for (const path of ['/nowhere', '/experiments/saved-metrics', '/feature-flags/1e3', '/actions/0', '/persons/-1']) {
    await visit(path);
    await expect(page.getByText('Page not found')).toBeVisible();
  }
});

test('an address that is typed wrong opens the window, with its menu', async ({ open, page, server, allowError }) => {
  allowError(/status of 404/);
  await open('/live');
  await page.goto(`${server.url}/persons/7/8`);
  await expect(page.getByText('Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Experiments' }).click();
  await expect(page.getByRole('heading', { name: 'Experiments', exact: true })).toBeVisible();
});
