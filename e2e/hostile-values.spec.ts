import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';

/** Max ms for a page to answer a click, even on a busy machine; a page that hangs takes longer. */
const hang = 60_000;
test.slow();

const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`key ${index}`, index]));

async function openEvent(page: Page, name: RegExp): Promise<Locator> {
  await page.getByRole('option', { name }).click({ timeout: hang });
  const tree = page.getByRole('list', { name: 'Properties' });
  await expect(tree).toBeVisible({ timeout: hang });
  // Values too large for the page may have to be requested.
  const load = page.getByRole('button', { name: /^Load/ });
  if (await load.isVisible()) await load.click();
  return tree;
}

test('an event of 100,000 properties is shown in parts, and the page keeps responding', async ({ server, open }) => {
  expect((await server.capture({ event: 'many', distinct_id: 'ann', properties: { many } })).status).toBe(200);
  const page = await open('/live');
  const tree = await openEvent(page, /many/);
  await tree.getByRole('button', { name: 'many', exact: true }).click({ timeout: hang });
  await page.getByRole('button', { name: 'Show 1,000 more of 100,000' }).click({ timeout: hang });
  await expect(tree.getByText('key 1199', { exact: true })).toBeVisible({ timeout: hang });
  await expect(tree.getByText('key 1200', { exact: true })).toHaveCount(0);
  for (const tab of ['Raw', 'Pipeline', 'Person', 'Event']) {
    await page.getByRole('tab', { name: tab }).click({ timeout: hang });
  }
});

test('a value of 5 MB is cut, and one click loads all of it', async ({ server, open }) => {
  const value = 'x'.repeat(5_000_000);
  const properties = { value, [`k${'e'.repeat(100_000)}y`]: 1, half: 'y'.repeat(50_000) };
  expect((await server.capture({ event: 'large', distinct_id: 'ann', properties })).status).toBe(200);
  const page = await open('/live');
  const tree = await openEvent(page, /large/);
  await page.getByRole('button', { name: 'Show the first 100,000 of 5,000,000 characters' }).click({ timeout: hang });
  await expect(page.getByText('5,000,000 characters in total')).toBeVisible({ timeout: hang });
  await page.getByRole('button', { name: 'Show all 50,000 characters' }).click({ timeout: hang });
  const longest = await tree.evaluate((list) => Math.max(...[...list.children].map((item) => item.textContent.length)));
  expect(longest).toBeLessThan(110_000);
  await page.getByRole('tab', { name: 'Raw' }).click({ timeout: hang });
  await page.getByRole('button', { name: /^Load the whole body/ }).click({ timeout: hang });
  await page.getByRole('button', { name: /^Show 200,000 more of 5,1\d\d,\d{3} characters/ }).click({ timeout: hang });
  await expect(page.getByRole('button', { name: /^Show 200,000 more of/ })).toBeVisible({ timeout: hang });
  const shown = await page.getByRole('region', { name: 'Body' }).locator('pre').textContent();
  expect(shown).toHaveLength(400_000);
});

test('a person and a group of large properties have pages that respond', async ({ server, open, visit }) => {
  const long = 'p'.repeat(300_000);
  await server.capture({ event: 'seen', distinct_id: 'ann', properties: { $set: { name: 'Ann', long } } });
  await server.capture({
    event: '$groupidentify',
    distinct_id: 'ann',
    properties: { $group_type: 'company', $group_key: 'acme', $group_set: { long } },
  });
  const page = await open('/persons');
  await page
    .getByRole('link', { name: /Ann|ann/ })
    .first()
    .click({ timeout: hang });
  const show = page.getByRole('button', { name: 'Show the first 100,000 of 300,000 characters' });
  await expect(show).toBeVisible({ timeout: hang });
  await visit('/groups');
  await page.getByRole('link', { name: 'acme' }).click({ timeout: hang });
  await expect(page.getByRole('complementary', { name: 'Group acme' })).toBeVisible({ timeout: hang });
});
