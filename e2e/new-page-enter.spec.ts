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
  await expect(notice.filter({ hasText: '“Paid once” is created.' })).toBeVisible();
  expect(created).toEqual(['expectations']);
});

test('the suggestions of the first wrong field do not cover its error', async ({ server, open }) => {
  await server.capture({ event: 'paid', distinct_id: 'ann' });
  const page = await open('/test-runs/expectations/new');
  const name = page.getByRole('combobox', { name: 'Event name' });
  const error = page.getByText('Enter the name of an event.');
  const suggested = page.getByRole('option', { name: 'paid' });
  const isUncovered = () =>
    error.evaluate((element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(left + 2, top + height / 2) === element;
    });
  // The list is open already, or opens with the focus.
  for (const before of [name, page.getByRole('heading', { name: 'New expectation' })]) {
    await before.click();
    await page.keyboard.press('ControlOrMeta+s');
    await expect(name).toBeFocused();
    await expect(error).toBeVisible();
    await expect(suggested).toBeHidden();
    expect(await isUncovered()).toBe(true);
  }
  await page.keyboard.press('ArrowDown');
  await expect(suggested).toBeVisible();
});
