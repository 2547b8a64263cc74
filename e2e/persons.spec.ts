import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import type { BenchtopServer } from './server.ts';

/** Sends Ada, who was anonymous first, and 120 visitors without a name. */
async function sendPeople(server: BenchtopServer): Promise<void> {
  const visitors = Array.from({ length: 120 }, (_, index) => ({ event: '$pageview', distinct_id: `visitor-${index}` }));
  await server.capture({ batch: visitors }, '/batch/');
  const ada = [
    { event: '$pageview', distinct_id: 'anon-1', properties: { $current_url: 'https://shop.example/' } },
    {
      event: '$identify',
      distinct_id: 'ada',
      properties: { $anon_distinct_id: 'anon-1', $set: { email: 'ada@example.com', plan: 'pro' } },
    },
    { event: 'checkout started', distinct_id: 'ada', properties: { $groups: { company: 'acme' } } },
    {
      event: '$groupidentify',
      distinct_id: 'ada',
      properties: { $group_type: 'company', $group_key: 'acme', $group_set: { name: 'Acme Ltd' } },
    },
  ];
  await server.capture({ batch: ada }, '/batch/');
}

test('persons are listed page by page, and found by id and by property', async ({ server, open, picture }) => {
  await sendPeople(server);
  const page = await open('/persons');
  await expect(page.getByText('100 of 121 people')).toBeVisible();
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect(page.getByText('121 people')).toBeVisible();
  await picture('persons');

  await page.getByRole('searchbox', { name: 'Search ids and properties' }).fill('pro');
  await expect(page.getByText('1 person', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/search=pro/);
  await expect(page.getByRole('row', { name: /ada@example\.com/ })).toContainText('Identified');
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('pro');

  await page.getByRole('searchbox').fill('nobody-has-this');
  await expect(page.getByRole('heading', { name: 'No person matches “nobody-has-this”' })).toBeVisible();
});

test('a person has its merged ids and properties, and its events open in Live', async ({ server, open, picture }) => {
  await sendPeople(server);
  const page = await open('/persons?search=ada');
  await page.getByRole('link', { name: 'ada@example.com', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'ada@example.com', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle('ada@example.com · Benchtop');

  const ids = page.getByRole('list', { name: 'Distinct ids' });
  await expect(ids.getByRole('listitem')).toHaveCount(2);
  await expect(ids).toContainText('anon-1');
  await expect(ids).toContainText('Merged');
  await expect(page.getByRole('list', { name: 'Properties of the person' })).toContainText('"pro"');
  await picture('person');

  await server.capture({ event: 'came later', distinct_id: 'ada' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await expect(timeline.getByRole('link', { name: 'came later' })).toBeVisible();
  await timeline.getByRole('link', { name: 'checkout started' }).click();
  await expect(page).toHaveURL(/\/live\?.*selected=/);
  await expect(page.getByRole('main')).toContainText('checkout started');
});

test('groups are listed with their properties', async ({ server, open }) => {
  await sendPeople(server);
  const page = await open('/persons');
  await page.getByRole('link', { name: 'Groups' }).click();
  const inSidebar = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Persons' });
  await expect(inSidebar).toHaveAttribute('aria-current', 'page');
  await page.getByRole('link', { name: 'acme' }).click();
  await expect(page.getByRole('complementary', { name: 'Group acme' })).toContainText('Acme Ltd');
});

test('the page of an unknown person says so and links back', async ({ open, allowError }) => {
  allowError(/status of 404/);
  const page = await open('/persons/4711');
  await expect(page.getByRole('alert')).toContainText('This person could not be loaded');
  await page.getByRole('main').getByRole('link', { name: 'Persons' }).click();
  await expect(page.getByRole('heading', { name: 'No people yet' })).toBeVisible();
});

test('the palette counts the ids of a person that are not listed', async ({ server, open }) => {
  const aliases = Array.from({ length: 1010 }, (_, index) => ({
    event: '$create_alias',
    distinct_id: 'ada',
    properties: { alias: `ada-${index}` },
  }));
  await server.capture({ batch: aliases }, '/batch/');
  const page = await open('/settings/appearance');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('ada');
  await expect(page.getByRole('option', { name: /^ada/ })).toContainText('and 1,010 more');
});
