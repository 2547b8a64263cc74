import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { rows } from './live-page.ts';

test('what is removed from a list gives its focus to the control after it', async ({ server, open, visit }) => {
  await server.api('PUT', '/api/projects/@current/diff/masks/', { masks: [{ property: 'order_id' }] });
  const page = await open('/settings/masks');
  await page.getByRole('button', { name: 'Remove the mask of order_id' }).press('Enter');
  await expect(page.getByText('No masks yet')).toBeVisible();
  await expect(page.getByLabel('Property', { exact: true })).toBeFocused();

  await visit('/settings/relay');
  const add = page.getByRole('button', { name: 'Add event condition' });
  await add.press('Enter');
  await page.getByRole('button', { name: 'Remove property 1 of the relay' }).press('Enter');
  await expect(add).toBeFocused();

  await visit('/settings/personal-keys');
  const name = page.getByRole('textbox', { name: 'New key' });
  await name.fill('CI');
  await name.press('Enter');
  await page.getByRole('button', { name: 'I copied the key' }).press('Enter');
  await page.getByRole('button', { name: 'Revoke CI' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Revoke CI?' });
  await question.getByRole('button', { name: 'Revoke key' }).press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

test('an event that is unpinned gives its focus to the control after it', async ({ openLive }) => {
  const page = await openLive({ event: 'paid', distinct_id: 'ada' });
  await expect(rows(page).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('j');
  await page.keyboard.press('p');
  const pins = page.getByRole('list', { name: 'Pinned events' });
  await pins.getByRole('button', { name: 'Unpin' }).press('Enter');
  await expect(pins).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Arrived: time and order' })).toBeFocused();
});

test('a banner that closes gives its focus to the page', async ({ server, open }) => {
  const flags = '/api/projects/@current/feature_flags/';
  const id = await server.create(flags, { key: 'search' });
  await server.api('POST', `${flags}${id}/overrides/`, { distinct_id: 'ada', value: true });
  const page = await open('/actions');
  await page.getByRole('button', { name: 'Clear the override of search for ada' }).press('Enter');
  await expect(page.getByText('1 override is active')).toHaveCount(0);
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});
