import { expect } from '@playwright/test';
import { test } from './fixtures.ts';

test('Enter in a plain field of a new page creates, and in a field that takes values it does not', async ({
  open,
  visit,
}) => {
  const page = await open('/feature-flags/new');
  const notice = page.getByRole('alert');
  let created: string[] = [];
  page.on('request', (request) => {
    const list = /\/(feature_flags|experiments|actions|expectations)\/$/.exec(new URL(request.url()).pathname)?.[1];
    if (request.method() === 'POST' && list !== undefined) created.push(list);
  });
  await page.getByRole('textbox', { name: 'Key' }).fill('checkout');
  for (const name of ['Tags', 'A known person, or any distinct_id']) {
    await page.getByRole('combobox', { name }).or(page.getByPlaceholder(name)).first().press('Enter');
  }
  await page.getByRole('radio', { name: 'On or off' }).press('Enter');
  expect(created).toEqual([]);
  const answered = page.waitForResponse((response) => response.request().method() === 'POST' && response.ok());
  await page.getByRole('textbox', { name: 'Key' }).press('Enter');
  await answered;
  await page.keyboard.press('Enter');
  await expect(notice.filter({ hasText: 'Flag checkout created and turned off.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'checkout' })).toBeVisible();
  expect(created).toEqual(['feature_flags']);

  created = [];
  await visit('/experiments/new');
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Shorter checkout');
  await page.getByRole('textbox', { name: 'Name' }).first().press('Enter');
  await expect(page.getByRole('heading', { name: 'Shorter checkout' })).toBeVisible();
  expect(created).toEqual(['experiments']);

  created = [];
  await visit('/actions/new');
  await page.getByRole('textbox', { name: 'Name' }).first().press('Enter');
  await expect(page.getByText('Enter a name for the action.')).toBeVisible();
  expect(created).toEqual([]);

  await visit('/test-runs/expectations/new');
  await page.getByRole('combobox', { name: 'Event name' }).fill('paid');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Paid once');
  await page.keyboard.press('Enter');
  await expect(notice.filter({ hasText: '“Paid once” is added.' })).toBeVisible();
  expect(created).toEqual(['expectations']);
});
